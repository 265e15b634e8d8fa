//! Missing tools, installed by `tools/install` where that is possible.

use crate::machine::{has, program};

/// Whether the command has every tool that it uses; those that it has not are named on the standard output.
pub fn provide(command: &str) -> bool {
    if !has("bash") {
        println!("NOT RUN: the installation of missing tools (bash is not installed)");
        return false;
    }
    let mut install = program("bash");
    install.args(["tools/install", command]);
    install.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::PathBuf;

    use super::program;

    /// A search path of its own: these programs of the machine, and others made for the test.
    struct Machine(PathBuf);

    impl Machine {
        fn new(name: &str) -> Machine {
            let folder =
                std::env::temp_dir().join(format!("hr-install-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).unwrap();
            let machine = Machine(folder);
            for name in [
                "awk", "bash", "cat", "chmod", "echo", "grep", "mktemp", "rm", "sed", "sort",
                "tee", "tr", "xargs",
            ] {
                let path = std::env::var_os("PATH").unwrap();
                let found = std::env::split_paths(&path).map(|folder| folder.join(name));
                let found = found.into_iter().find(|path| path.exists());
                symlink(
                    found.unwrap_or_else(|| panic!("no {name}")),
                    machine.0.join(name),
                )
                .unwrap();
            }
            machine.add("sleep", "");
            machine
        }

        /// One with root and this `apt-get`, whose script gets the commands that install Free Pascal.
        fn with_apt(name: &str, script: impl Fn(&str) -> String) -> Machine {
            let machine = Machine::new(name);
            machine.add("id", "echo 0");
            machine.add("cc", "");
            let fpc = machine.0.join("fpc").display().to_string();
            let installs = format!("cat /dev/null >{fpc} && chmod +x {fpc}");
            machine.add("apt-get", &script(&installs));
            machine
        }

        fn add(&self, name: &str, script: &str) {
            let path = self.0.join(name);
            fs::write(&path, format!("#!{}/bash\n{script}\n", self.0.display())).unwrap();
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }

        fn install(&self, command: &str) -> (bool, String) {
            let mut install = program(self.0.join("bash").to_str().unwrap());
            install.args(["tools/install", command]);
            let output = install.env("PATH", &self.0).output().unwrap();
            let said = String::from_utf8(output.stdout).unwrap();
            (output.status.success(), said)
        }
    }

    impl Drop for Machine {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_stays_missing_is_named() {
        let machine = Machine::new("missing");
        machine.add("id", "echo 1000");
        machine.add("cc", "");
        let (fine, said) = machine.install("delphi");
        let line = "NOT RUN: what needs fpc (it is not installed; Debian: fp-compiler";
        assert!(!fine && said.starts_with(line), "{said}");
        machine.add("fpc", "");
        assert_eq!(machine.install("delphi"), (true, String::new()));
    }

    #[test]
    fn another_run_of_apt_is_waited_for() {
        let machine = Machine::with_apt("waits", |installs| {
            format!(
                r#"held=${{0%/*}}/held
case "$*" in
    *update*) [ ! -e $held ] || {{ rm $held && echo "E: Could not get lock /var/lib/apt/lists/lock" && exit 100; }} ;;
    *install*fp-compiler*) echo "Setting up fp-compiler" && {installs} ;;
esac"#
            )
        });
        fs::write(machine.0.join("held"), "").unwrap();
        let (fine, said) = machine.install("delphi");
        assert!(fine, "{said}");
        for part in ["Could not get lock", "waiting", "Setting up fp-compiler"] {
            assert!(said.contains(part), "no {part} in {said}");
        }
    }

    #[test]
    fn a_refusal_of_apt_is_shown_and_each_package_is_tried() {
        let machine = Machine::with_apt("refuses", |installs| {
            format!(
                r#"case "$*" in
    *install*fp-compiler*fp-units*) echo "E: held broken packages" && exit 100 ;;
    *install*fp-compiler) {installs} ;;
esac"#
            )
        });
        let (fine, said) = machine.install("delphi");
        assert!(fine && said.contains("held broken packages"), "{said}");
    }
}

//! The library's files as Windows names and links them.

use super::build::Build;
use super::layout::{Release, Tree, WINDOWS, read};
use super::resource::Resource;
use super::{import, inspect};
use crate::Result;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    ThirtyTwo,
    SixtyFour,
}

impl Bits {
    pub fn name(self) -> &'static str {
        match self {
            Bits::ThirtyTwo => "win32",
            Bits::SixtyFour => "win64",
        }
    }

    /// One of mingw's.
    pub fn tool(self, name: &str) -> String {
        let processor = match self {
            Bits::ThirtyTwo => "i686",
            Bits::SixtyFour => "x86_64",
        };
        format!("{processor}-w64-mingw32-{name}")
    }
}

const LIBRARY: Resource = Resource {
    file: "hr.dll",
    description: "Puts a document into a patient's shared health record",
    kind: "2",
};

const SANDBOX: Resource = Resource {
    file: "hr-sandbox.exe",
    description: "Plays the services of the shared health record, for tests",
    kind: "1",
};

pub fn files(build: &Build, release: &Release, bits: Bits) -> Result<Tree> {
    let folder = build.folder("windows").join(bits.name());
    let resource = LIBRARY.object(release, bits, &folder)?;
    let library = read(build.dll(&resource)?.file("hr.dll")?)?;
    let resource = SANDBOX.object(release, bits, &folder)?;
    let sandbox = read(build.sandbox_with(&resource)?.file("hr-sandbox.exe")?)?;
    let exports = inspect::exports(&library)?;
    // The others are for tools that find a function by its name at run time.
    let names: Vec<String> = exports
        .into_iter()
        .filter(|name| name.starts_with("hr_"))
        .collect();

    let mut tree = Tree::default();
    let definition = import::definition(&names);
    tree.file("lib/hr.lib", import::for_msvc(&names, bits)?);
    tree.file(
        "lib/libhr.dll.a",
        import::for_mingw(&definition, bits, &folder)?,
    );
    tree.file("lib/hr.def", definition.replace('\n', "\r\n"));
    tree.file("bin/hr.dll", library);
    tree.file("bin/hr-sandbox.exe", sandbox);
    let pointer = match bits {
        Bits::ThirtyTwo => "4",
        Bits::SixtyFour => "8",
    };
    release.documents(build, &mut tree)?;
    release.languages(build, &mut tree)?;
    release.texts(&WINDOWS, &[("POINTER", pointer)], &mut tree)?;
    inspect::free_of(&tree, &build.private_paths())?;
    Ok(tree)
}

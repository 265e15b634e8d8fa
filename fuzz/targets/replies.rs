#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        hr_fuzz::show_panics();
    },
    |input: &[u8]| { hr_fuzz::replies::run(input); }
);

#![no_main]

libfuzzer_sys::fuzz_target!(
    init: {
        hr_fuzz::show_panics();
        #[cfg(feature = "planted")]
        hr_fuzz::PLANTED.store(true, std::sync::atomic::Ordering::SeqCst);
    },
    |input: &[u8]| { hr_fuzz::replies::run(input); }
);

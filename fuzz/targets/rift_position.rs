#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    atlas_secure_the_rift::probe::position(bytes);
});

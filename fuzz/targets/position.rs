#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    atlas_protocol::probe::position(bytes);
});

//! New matches are played with the house Orders, unless others are installed.

use atlas_core::Content as _;
use atlas_shadow_of_atlas::ContentRef;
use atlas_shadow_of_atlas::content::HOUSE;

/// A single test, because content is installed once for the whole process.
#[test]
fn new_matches_use_the_installed_content() {
    let house = ContentRef::house();
    assert_eq!(ContentRef::default(), house);
    let mine = HOUSE.replacen("name = \"Mors\"", "name = \"Death\"", 1);
    let other = ContentRef::read("mine.toml", &mine).unwrap();
    assert_eq!(ContentRef::default(), house, "reading a file does not install it");
    other.install();
    assert_eq!(ContentRef::default(), other);
    // Only the names differ, so a match that was played with the house Orders is shown with the names in use.
    assert_eq!(ContentRef::find(house.hash().as_deref()).unwrap(), other);
}

//! Guest sessions: a signed cookie with an id that nobody can guess, and the time at which it was set.

use axum_extra::extract::cookie::{Cookie, SameSite, SignedCookieJar};

use crate::ids::{fresh_id, is_id, now};

const NAME: &str = "atlas";
const DAY: i64 = 24 * 60 * 60 * 1000;
/// Browsers keep a cookie for 400 days at most.
const LIFE: i64 = 400 * DAY;
/// A cookie older than this is set again, so that people who come back now and then keep their session.
const RENEWAL: i64 = 30 * DAY;

/// The person who sends a request, and the cookies for the response. A request without a valid session cookie gets a new
/// guest session, which is in no database until the guest does something.
pub(crate) fn person(jar: SignedCookieJar, secure: bool) -> (SignedCookieJar, String) {
    let known = jar.get(NAME).and_then(|cookie| read(cookie.value(), now()));
    match known {
        Some((id, Age::Good)) => (jar, id),
        Some((id, Age::Renew)) => (jar.add(cookie(&id, secure)), id),
        None => {
            let id = fresh_id();
            (jar.add(cookie(&id, secure)), id)
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Age {
    Good,
    Renew,
}

fn read(value: &str, now: i64) -> Option<(String, Age)> {
    // The cookies of the first version did not contain the time.
    let (id, given) = match value.split_once('.') {
        Some((id, given)) => (id, given.parse().ok()?),
        None => (value, now - RENEWAL),
    };
    let age = now.checked_sub(given)?;
    if !is_id(id) || age > LIFE {
        return None;
    }
    Some((id.to_owned(), if age < RENEWAL { Age::Good } else { Age::Renew }))
}

fn cookie(id: &str, secure: bool) -> Cookie<'static> {
    Cookie::build((NAME, format!("{id}.{}", now())))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .permanent()
        .build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_lives_400_days_and_is_renewed_before() {
        let id = fresh_id();
        let aged = |days: i64| read(&format!("{id}.{}", 1000 * DAY), (1000 + days) * DAY);
        assert_eq!(aged(1), Some((id.clone(), Age::Good)));
        assert_eq!(aged(31), Some((id.clone(), Age::Renew)));
        assert_eq!(aged(401), None);
        assert_eq!(read(&id, 0), Some((id.clone(), Age::Renew)));
        for bad in ["", ".", "x.y", &format!("{id}.{}", i64::MIN), &format!("{id}.soon"), &"é".repeat(8)] {
            assert_eq!(read(bad, 1000 * DAY), None, "{bad}");
        }
    }
}

//! Reading lines of untrusted input.

use std::io::{self, BufRead, Read};

use atlas_core::{Code, Refusal};

/// Maximum length of a line, in bytes. The longest useful lines, positions, are about a thousandth of it.
pub const LONGEST: usize = 1 << 20;

/// Reads the next line, without its line ending. It may contain any bytes. Returns `None` at the end of the input.
///
/// A line that is too long is skipped without being kept in memory, and refused.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, Refusal>>> {
    let mut line = Vec::new();
    let read = input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() > LONGEST {
        skip_line(input)?;
        return Ok(Some(Err(Refusal::new(
            Code::Request,
            format!("The line is longer than {LONGEST} bytes and was not read."),
        ))));
    }
    while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(Ok(line)))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (skip, done) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(skip);
        if done {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_skipped_and_the_next_line_is_read() {
        let mut text = vec![b'x'; 3 * LONGEST];
        text.extend(b"\nnext\r\n\xff\xfe\nlast");
        let mut input = text.as_slice();
        assert!(next_line(&mut input).unwrap().unwrap().is_err());
        assert_eq!(next_line(&mut input).unwrap(), Some(Ok(b"next".to_vec())));
        assert_eq!(next_line(&mut input).unwrap(), Some(Ok(b"\xff\xfe".to_vec())));
        assert_eq!(next_line(&mut input).unwrap(), Some(Ok(b"last".to_vec())));
        assert_eq!(next_line(&mut input).unwrap(), None);
    }

    #[test]
    fn a_line_of_maximum_length_is_read() {
        let mut text = vec![b'x'; LONGEST];
        text.push(b'\n');
        assert_eq!(next_line(&mut text.as_slice()).unwrap().unwrap().unwrap().len(), LONGEST);
    }
}

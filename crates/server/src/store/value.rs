//! Columns and rows, the same for both databases: a column is a number, a text or nothing.

use std::fmt;

use atlas_core::Seats;

use super::Failure;

/// The value of a column or of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Text(String),
}

macro_rules! from {
    ($($type:ty: $value:ident => $into:expr;)+) => {
        $(impl From<$type> for Value {
            fn from($value: $type) -> Value {
                $into
            }
        })+
    };
}

from! {
    &str: text => Value::Text(text.to_owned());
    &String: text => Value::Text(text.clone());
    String: text => Value::Text(text);
    i64: number => Value::Integer(number);
    u64: number => Value::Integer(number as i64);
    Seats: seats => Value::Integer(seats.bits().into());
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// A row of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row(pub(super) Vec<Value>);

impl Row {
    pub(super) fn text(&self, column: usize) -> Result<&str, Failure> {
        match &self.0[column] {
            Value::Text(text) => Ok(text),
            other => Err(unexpected(column, other)),
        }
    }

    pub(super) fn integer(&self, column: usize) -> Result<i64, Failure> {
        match &self.0[column] {
            Value::Integer(number) => Ok(*number),
            other => Err(unexpected(column, other)),
        }
    }

    pub(super) fn optional_text(&self, column: usize) -> Result<Option<&str>, Failure> {
        if self.0[column] == Value::Null { Ok(None) } else { self.text(column).map(Some) }
    }

    pub(super) fn optional_integer(&self, column: usize) -> Result<Option<i64>, Failure> {
        if self.0[column] == Value::Null { Ok(None) } else { self.integer(column).map(Some) }
    }

    pub(super) fn optional_seats(&self, column: usize) -> Result<Option<Seats>, Failure> {
        Ok(self.optional_integer(column)?.map(|bits| Seats::from_bits(bits as u8)))
    }
}

fn unexpected(column: usize, value: &Value) -> Failure {
    damaged(&format!("column {column}"), format!("{value:?}"))
}

/// A failure because something in the database cannot be understood.
pub(super) fn damaged(what: &str, error: impl fmt::Display) -> Failure {
    Failure::new(format!("{what} in the database is damaged: {error}"))
}

/// A statement with its parameters.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) sql: &'static str,
    pub(super) values: Vec<Value>,
    /// The number of rows that it must change; otherwise the whole write is undone.
    pub(super) expected: Option<u64>,
}

impl Statement {
    pub(super) fn new(sql: &'static str, values: impl Into<Vec<Value>>) -> Statement {
        Statement { sql, values: values.into(), expected: None }
    }

    /// The statement, if it must change exactly one row.
    pub(super) fn one_row(self) -> Statement {
        Statement { expected: Some(1), ..self }
    }
}

/// The parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        vec![$($crate::store::value::Value::from($value)),*]
    };
}
pub(super) use values;

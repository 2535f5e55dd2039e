//! The rules, one test at a time. Each test names the rules that it holds against the code.

mod table;
mod vectors;

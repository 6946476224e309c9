//! Requests: the arguments of a function as JSON.

use serde::de::DeserializeOwned;

use crate::error::Failure;

/// Reads a request: the arguments of a function as JSON.
pub(crate) fn from_json<T: DeserializeOwned>(request: &str) -> Result<T, Failure> {
    serde_json::from_str(request).map_err(|error| Failure::internal(error.to_string()))
}

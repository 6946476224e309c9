//! The names of goals as machine-readable output has them: a text for one, a list for several.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The names of the goals of a run, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GoalNames(Vec<String>);

impl FromIterator<String> for GoalNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> GoalNames {
        GoalNames(names.into_iter().collect())
    }
}

impl GoalNames {
    /// The name of the goal with this index.
    ///
    /// # Panics
    /// If there are not so many goals.
    pub(crate) fn get(&self, index: usize) -> &str {
        &self.0[index]
    }
}

impl From<&str> for GoalNames {
    fn from(name: &str) -> GoalNames {
        GoalNames(vec![name.into()])
    }
}

impl fmt::Display for GoalNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// The form in which they are written.
#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum Written {
    One(String),
    Several(Vec<String>),
}

impl Serialize for GoalNames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0[..] {
            [one] => serializer.serialize_str(one),
            several => several.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for GoalNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<GoalNames, D::Error> {
        Ok(match Written::deserialize(deserializer)? {
            Written::One(name) => GoalNames(vec![name]),
            Written::Several(names) => GoalNames(names),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_is_a_text_and_several_are_a_list() {
        for (names, written) in [(&["std"][..], "\"std\""), (&["std", "pseudo"], "[\"std\",\"pseudo\"]")] {
            let names: GoalNames = names.iter().map(ToString::to_string).collect();
            assert_eq!(serde_json::to_string(&names).unwrap(), written);
            assert_eq!(serde_json::from_str::<GoalNames>(written).unwrap(), names);
        }
    }
}

//! Names of goals in machine-readable output: a string for one goal, a list for several.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The names of the goals of a run, at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalNames(Vec<String>);

impl FromIterator<String> for GoalNames {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> GoalNames {
        GoalNames(names.into_iter().collect())
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

/// The serialised form of goal names.
#[derive(Deserialize, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
#[schema(as = GoalNames)]
pub enum SerializedNames {
    /// The name of the only goal.
    #[schema(example = "std")]
    One(String),
    /// The names of several goals.
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
        Ok(match SerializedNames::deserialize(deserializer)? {
            SerializedNames::One(name) => GoalNames(vec![name]),
            SerializedNames::Several(names) => GoalNames(names),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serializes_one_name_as_string_and_several_as_list() {
        for (names, written) in [(&["std"][..], "\"std\""), (&["std", "pseudo"], "[\"std\",\"pseudo\"]")] {
            let names: GoalNames = names.iter().map(ToString::to_string).collect();
            assert_eq!(serde_json::to_string(&names).unwrap(), written);
            assert_eq!(serde_json::from_str::<GoalNames>(written).unwrap(), names);
        }
    }
}

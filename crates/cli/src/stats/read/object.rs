//! An object of an analysis in JSON Lines, with its stages and colours in file order.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;

/// The members of an object that are read.
#[derive(Default)]
pub(super) struct Object {
    pub(super) id: String,
    pub(super) scramble: Option<String>,
    pub(super) facelets: Option<String>,
    pub(super) goal: Option<Value>,
    pub(super) metric: Option<String>,
    pub(super) stages: Pairs<Pairs<u8>>,
    /// All other members, including the carried ones.
    other_members: Vec<(String, Value)>,
}

impl Object {
    /// Returns the value of a carried member: a text, or a number or boolean as written.
    pub(super) fn carried(&self, name: &str) -> Option<Cow<'_, str>> {
        match &self.other_members.iter().find(|(known, _)| known == name)?.1 {
            Value::String(text) if !text.is_empty() => Some(Cow::Borrowed(text)),
            Value::Number(number) => Some(Cow::Owned(number.to_string())),
            Value::Bool(value) => Some(Cow::Owned(value.to_string())),
            _ => None,
        }
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Object, D::Error> {
        struct MapVisitor;
        impl<'de> Visitor<'de> for MapVisitor {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut object = Object::default();
                let (mut id, mut stages) = (None, None);
                while let Some(name) = map.next_key::<String>()? {
                    match &name[..] {
                        "id" if id.is_some() => return Err(A::Error::duplicate_field("id")),
                        "stages" if stages.is_some() => return Err(A::Error::duplicate_field("stages")),
                        "id" => id = Some(map.next_value()?),
                        "stages" => stages = Some(map.next_value()?),
                        "scramble" => object.scramble = map.next_value()?,
                        "facelets" => object.facelets = map.next_value()?,
                        "goal" => object.goal = map.next_value()?,
                        "metric" => object.metric = map.next_value()?,
                        // These long members are not needed.
                        "solutions" | "best" => drop(map.next_value::<serde::de::IgnoredAny>()?),
                        _ => object.other_members.push((name, map.next_value()?)),
                    }
                }
                object.id = id.ok_or_else(|| A::Error::missing_field("id"))?;
                object.stages = stages.ok_or_else(|| A::Error::missing_field("stages"))?;
                Ok(object)
            }
        }
        deserializer.deserialize_map(MapVisitor)
    }
}

/// The names and values of an object, in file order.
#[derive(Default)]
pub(super) struct Pairs<V>(pub(super) Vec<(String, V)>);

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Pairs<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs<V>, D::Error> {
        struct MapVisitor<V>(PhantomData<V>);
        impl<'de, V: Deserialize<'de>> Visitor<'de> for MapVisitor<V> {
            type Value = Pairs<V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<V>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_members_are_returned_by_name() {
        let text = r#"{"id":"a","event":"333","time_ms":12340,"stages":{"cross":{"white":5}},"date":null,"best":{}}"#;
        let object: Object = serde_json::from_str(text).unwrap();
        assert_eq!(object.carried("event").as_deref(), Some("333"));
        assert_eq!(object.carried("time_ms").as_deref(), Some("12340"));
        assert_eq!((object.carried("date"), object.carried("id")), (None, None));
    }

    #[test]
    fn missing_or_repeated_id_and_stages_are_refused() {
        let message = |text: &str| serde_json::from_str::<Object>(text).err().unwrap().to_string();
        assert!(message(r#"{"stages":{}}"#).starts_with("missing field `id`"));
        assert!(message(r#"{"id":"a"}"#).starts_with("missing field `stages`"));
        assert!(message(r#"{"id":"a","id":"b","stages":{}}"#).starts_with("duplicate field `id`"));
    }
}

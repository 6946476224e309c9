//! Cubes listed in a JSON document: read one after the other, so that they take no more memory than the document.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// The member with the list of cubes.
const LIST: &str = "scrambles";

/// A cube of a batch in a JSON body: its text, or an object with an id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = GivenCube)]
pub(crate) enum ListedCube {
    /// The scramble, the facelets, or the pieces in Reid's notation.
    #[schema(example = "R U R' U'")]
    Text(String),
    /// The same with an id.
    Object {
        /// The id, a text or a number, which the row repeats.
        #[schema(example = "3x3-r1-1", value_type = Option<Value>)]
        id: Option<String>,
        /// The scramble, the facelets, or the pieces in Reid's notation.
        #[schema(example = "R U R' U'")]
        scramble: String,
    },
}

impl<'de> Deserialize<'de> for ListedCube {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ListedCube, D::Error> {
        deserializer.deserialize_any(CubeVisitor)
    }
}

struct CubeVisitor;

impl<'de> Visitor<'de> for CubeVisitor {
    type Value = ListedCube;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a text, or an object with 'scramble' and perhaps 'id'")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ListedCube, E> {
        Ok(ListedCube::Text(text.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ListedCube, A::Error> {
        #[derive(Deserialize)]
        struct Object {
            id: Option<Id>,
            scramble: String,
        }
        let Object { id, scramble } = Object::deserialize(MapAccessDeserializer::new(map))?;
        Ok(ListedCube::Object { id: id.map(|id| id.0), scramble })
    }
}

/// An id: a text, or a number or a truth value as JSON writes it.
struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Id, D::Error> {
        deserializer.deserialize_any(IdVisitor)
    }
}

struct IdVisitor;

impl Visitor<'_> for IdVisitor {
    type Value = Id;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an id: a text or a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Id, E> {
        Ok(Id(text.into()))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Id, E> {
        Ok(Id(value.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Id, E> {
        Ok(Id(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Id, E> {
        Ok(Id(Value::from(number).to_string()))
    }
}

/// Reads a JSON object: its list of cubes, each of which `cube` takes, and its other members as `T`. Returns `T` and whether
/// there is a list. `cube` ends the reading with an error.
pub(crate) fn read<T: DeserializeOwned>(
    document: &[u8],
    cube: impl FnMut(ListedCube) -> Result<(), String>,
) -> serde_json::Result<(T, bool)> {
    let mut json = serde_json::Deserializer::from_slice(document);
    let read = json.deserialize_map(Document { cube, others: PhantomData })?;
    json.end()?;
    Ok(read)
}

struct Document<T, F> {
    cube: F,
    others: PhantomData<T>,
}

impl<'de, T: DeserializeOwned, F: FnMut(ListedCube) -> Result<(), String>> Visitor<'de> for Document<T, F> {
    type Value = (T, bool);

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(T, bool), A::Error> {
        let mut has_list = false;
        let others = Others { map, cubes: self.cube, has_list: &mut has_list };
        let read = T::deserialize(MapAccessDeserializer::new(others))?;
        Ok((read, has_list))
    }
}

/// The members other than the list, which is read on the way.
struct Others<'a, A, F> {
    map: A,
    cubes: F,
    has_list: &'a mut bool,
}

impl<'de, A: MapAccess<'de>, F: FnMut(ListedCube) -> Result<(), String>> MapAccess<'de> for Others<'_, A, F> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.map.next_key::<Cow<'de, str>>()? {
            if name != LIST {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            if std::mem::replace(self.has_list, true) {
                return Err(Error::duplicate_field(LIST));
            }
            self.map.next_value_seed(Cubes(&mut self.cubes))?;
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

/// The list of cubes.
struct Cubes<'a, F>(&'a mut F);

impl<'de, F: FnMut(ListedCube) -> Result<(), String>> DeserializeSeed<'de> for Cubes<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(ListedCube) -> Result<(), String>> Visitor<'de> for Cubes<'_, F> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("'scrambles' to be a list of texts, or of objects with 'scramble' and perhaps 'id'")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(cube) = list.next_element()? {
            (self.0)(cube).map_err(Error::custom)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Options {
        goal: String,
        slack: u8,
    }

    fn read_all(document: &str) -> Result<(Options, bool, Vec<ListedCube>), String> {
        let mut cubes = Vec::new();
        let read = read(document.as_bytes(), |cube| {
            cubes.push(cube);
            if cubes.len() > 3 { Err("too many".into()) } else { Ok(()) }
        });
        read.map(|(options, has_list)| (options, has_list, cubes)).map_err(|e| e.to_string())
    }

    #[test]
    fn the_list_may_stand_anywhere_among_the_options() {
        let text = |text: &str| ListedCube::Text(text.into());
        let object = |id: Option<&str>, scramble: &str| ListedCube::Object {
            id: id.map(Into::into),
            scramble: scramble.into(),
        };
        let options = Options { goal: "std".into(), slack: 2 };
        for document in [
            r#"{"scrambles": ["R", {"id": 7, "scramble": "U"}], "goal": "std", "slack": 2}"#,
            r#"{"goal": "std", "scrambles": ["R", {"scramble": "U", "more": [{}], "id": 7}], "slack": 2}"#,
            r#"{"goal": "std", "slack": 2, "\u0073crambles": ["\u0052", {"scramble": "U", "id": "7"}]}"#,
        ] {
            let (read, has_list, cubes) = read_all(document).unwrap();
            assert_eq!((read, has_list), (Options { goal: options.goal.clone(), slack: 2 }, true));
            assert_eq!(cubes, [text("R"), object(Some("7"), "U")]);
        }
        assert_eq!(read_all(r#"{"goal": "std", "slack": 2}"#).unwrap(), (options, false, vec![]));
        let ids = r#"{"scrambles": [{"id": null, "scramble": ""}, {"id": 1.5, "scramble": ""}, {"id": -2, "scramble": ""}]}"#;
        let (_, _, cubes) = read_all(ids).unwrap();
        assert_eq!(cubes, [object(None, ""), object(Some("1.5"), ""), object(Some("-2"), "")]);
    }

    #[test]
    fn duplicates_and_other_shapes_are_errors_with_a_place() {
        for (document, message) in [
            (r#"{"goal": "a", "goal": "b"}"#, "duplicate field `goal` at line 1 column 20"),
            (r#"{"scrambles": [], "scrambles": []}"#, "duplicate field `scrambles` at line 1 column"),
            (r#"{"scrambles": [{"scramble": "R", "scramble": "U"}]}"#, "duplicate field `scramble`"),
            (r#"{"a": [{"": 0}, {"": 0}]}"#, "unknown field `a`"),
            (r#"{"scrambles": "R"}"#, "expected 'scrambles' to be a list"),
            (r#"{"scrambles": [["R"]]}"#, "expected a text, or an object with 'scramble'"),
            (r#"{"scrambles": [{"id": [1], "scramble": "R"}]}"#, "expected an id: a text or a number"),
            (r#"{"scrambles": ["R", "R", "R", "R"]}"#, "too many"),
            (r#"["R"]"#, "expected an object"),
            (r#"{"goal": "a"} x"#, "trailing characters at line 1 column 15"),
            (r#"{"goal": "#, "EOF while parsing"),
        ] {
            let error = read_all(document).unwrap_err();
            assert!(error.contains(message), "{document}: {error}");
        }
    }
}

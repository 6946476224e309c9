//! Values that are made at their first use and shared from then on.

use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of values of one kind that are kept.
const MAX_VALUES: usize = 64;

/// A value that is made at its first use and kept.
pub(super) struct Kept<T: ?Sized>(Mutex<Option<Arc<T>>>);

impl<T: ?Sized> Default for Kept<T> {
    fn default() -> Kept<T> {
        Kept(Mutex::new(None))
    }
}

impl<T: ?Sized> Kept<T> {
    /// Returns the value. The first caller makes it, and others wait meanwhile; if that fails, the next one tries again.
    pub(super) fn get<M: Into<Arc<T>>, E>(&self, make: impl FnOnce() -> Result<M, E>) -> Result<Arc<T>, E> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*kept {
            return Ok(Arc::clone(known));
        }
        let made = make()?.into();
        *kept = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Returns whether the value is made already, without waiting.
    pub(super) fn is_known(&self) -> bool {
        self.known().is_some()
    }

    /// Returns the value if it is made already, without waiting.
    fn known(&self) -> Option<Arc<T>> {
        self.0.try_lock().ok()?.clone()
    }
}

/// Values by their keys, each made at its first use. Of more than `MAX` the least recently used ones are dropped.
pub(super) struct KeptByKey<K, T: ?Sized, const MAX: usize = MAX_VALUES>(Mutex<Vec<(K, Arc<Kept<T>>)>>);

impl<K, T: ?Sized, const MAX: usize> Default for KeptByKey<K, T, MAX> {
    fn default() -> KeptByKey<K, T, MAX> {
        KeptByKey(Mutex::default())
    }
}

impl<K: PartialEq, T: ?Sized, const MAX: usize> KeptByKey<K, T, MAX> {
    /// Returns the value of a key. The first caller makes it, as in [`Kept::get`].
    pub(super) fn get<M: Into<Arc<T>>, E>(
        &self,
        key: K,
        make: impl FnOnce() -> Result<M, E>,
    ) -> Result<Arc<T>, E> {
        let kept = {
            let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let place = values.iter().position(|(known, _)| *known == key);
            let value = place.map_or_else(|| (key, Arc::default()), |place| values.remove(place));
            let kept = Arc::clone(&value.1);
            if values.len() == MAX {
                values.remove(0);
            }
            values.push(value);
            kept
        };
        kept.get(make)
    }

    /// Drops all values.
    pub(super) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns the value of a key if it is made already, without waiting for it.
    pub(super) fn known(&self, key: &K) -> Option<Arc<T>> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.iter().find(|(known, _)| known == key)?.1.known()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once_and_after_a_failure_again() {
        let kept = Kept::<u8>::default();
        assert_eq!(kept.get(|| Err::<u8, _>("failed")), Err("failed"));
        assert_eq!(kept.known(), None);
        let first = kept.get(|| Ok::<_, ()>(1)).unwrap();
        let second = kept.get(|| Ok::<_, ()>(2)).unwrap();
        assert!(*first == 1 && Arc::ptr_eq(&first, &second));
    }

    #[test]
    fn the_least_recently_used_value_is_dropped() {
        let kept = KeptByKey::<usize, usize>::default();
        let get = |key: usize| kept.get(key, || Ok::<_, ()>(key)).unwrap();
        (0..MAX_VALUES).for_each(|key| drop(get(key)));
        get(0);
        get(MAX_VALUES);
        assert_eq!([0, 1, 2, MAX_VALUES].map(|key| kept.known(&key).is_some()), [true, false, true, true]);
    }
}

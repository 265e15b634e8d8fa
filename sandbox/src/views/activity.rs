//! Something that happened beside the requests.

use super::{Show, time};
use crate::events::Activity;
use crate::mask;
use serde_json::{Value, json};

pub(crate) fn activity(activity: &Activity, show: Show) -> Value {
    json!({
        "number": activity.number,
        "time": time(activity.time),
        "topic": activity.topic,
        "text": mask::text_for(&activity.text.en, show),
        "text_fr": mask::text_for(&activity.text.fr, show),
    })
}

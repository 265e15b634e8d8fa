//! Something that happened beside the requests.

use super::time;
use crate::events::Activity;
use crate::mask::Mask;
use serde_json::{Value, json};

pub(crate) fn activity(activity: &Activity, mask: &Mask) -> Value {
    json!({
        "number": activity.number,
        "time": time(activity.time),
        "topic": activity.topic,
        "text": mask.text(&activity.text.en),
        "text_fr": mask.text(&activity.text.fr),
    })
}

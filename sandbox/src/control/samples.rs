//! Documents to send, of any size.

use super::number;
use crate::bilingual::Bilingual;
use crate::refusal::Refusal;
use crate::sample;
use axum::extract::Path;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

/// A PDF of exactly so many bytes, another one at each download.
pub(super) async fn sample(Path(path): Path<String>) -> Result<Response, Refusal> {
    let bytes: usize = number(&path)?;
    if !sample::SIZES.contains(&bytes) {
        let (least, most) = (sample::SIZES.start(), sample::SIZES.end());
        return Err(Refusal::bad_request(Bilingual::new(
            format!("the size must be {least} to {most} bytes"),
            format!("la taille doit être de {least} à {most} octets"),
        )));
    }
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"sample-{bytes}.pdf\""),
        ),
    ];
    Ok((headers, sample::pdf(bytes)).into_response())
}

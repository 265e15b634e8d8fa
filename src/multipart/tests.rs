//! What the form looks like is judged by the fuzz target `multipart`, by another reader of forms.

use super::*;
use crate::regular_file::{Purpose, Watched, open};

fn anything(_: &dyn Source, _: &DocumentDigest) -> io::Result<()> {
    Ok(())
}

const FIELDS: FormFields<'static> = FormFields {
    filename: "Bilan.pdf",
    activity_type: "10",
    type_code: "11503-0",
};

#[test]
fn a_file_of_another_length_than_announced_is_an_error() {
    let path = std::env::temp_dir().join(format!("hr-multipart-{}", std::process::id()));
    let path = path.to_str().unwrap();
    for length in [0, 9, 11] {
        std::fs::write(path, vec![b'0'; length]).unwrap();
        let mut regular = open(path, Purpose::Document, Watched::until(None)).unwrap();
        std::fs::write(path, b"0123456789").unwrap();
        let mut release = anything;
        let mut body = Multipart::new(&mut regular, FIELDS, &mut release).unwrap();
        let error = io::copy(&mut body, &mut io::sink()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof, "{length}");
        assert!(body.digest().is_none());
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn nothing_behind_the_document_leaves_before_it_is_released() {
    for document in [&b""[..], b"a document"] {
        let mut asked = 0;
        let mut release = |_: &dyn Source, digest: &DocumentDigest| {
            assert_eq!(digest.bytes, document.len() as u64);
            asked += 1;
            Err(io::ErrorKind::UnexpectedEof.into())
        };
        let mut source = Cursor::new(document);
        let mut body = Multipart::new(&mut source, FIELDS, &mut release).unwrap();
        for _ in 0..2 {
            let mut all = Vec::new();
            assert!(body.read_to_end(&mut all).is_err());
            assert_eq!((body.document.limit(), body.tail.position()), (0, 0));
        }
        assert_eq!(asked, 2);
    }
}

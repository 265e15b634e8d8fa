//! The body of an upload, against another program's reader of multipart/form-data.
//! A byte for the step, then three short texts, then the document.

use std::io::{Cursor, Read};

use futures_util::stream;
use hr::fuzzing::{FormFields, Multipart, Source, valid_filename};
use ring::digest::{SHA256, digest};

use super::input::Input;

/// A part as the other program read it.
struct Part {
    name: Option<String>,
    filename: Option<String>,
    content: Vec<u8>,
}

pub fn run(bytes: &[u8]) {
    let mut input = Input(bytes);
    let step = input.choice(&[65_536, 1, 2, 3, 7, 64, 1000, 4096]);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let filename = text(input.short());
    let (activity, kind) = (text(input.short()), text(input.short()));
    let document = input.0;
    check_name(&filename);
    if !valid_filename(&filename) {
        return;
    }
    let fields = FormFields {
        filename: &filename,
        activity_type: &activity,
        type_code: &kind,
    };
    let mut release = |_: &dyn Source, _: &_| Ok(());
    let mut source = Cursor::new(document);
    let mut form = Multipart::new(&mut source, fields, &mut release).expect("a form");
    let (mut body, mut chunk) = (Vec::new(), vec![0; step]);
    while let read @ 1.. = form.read(&mut chunk).expect("bytes") {
        body.extend_from_slice(&chunk[..read]);
    }
    assert_eq!(body.len() as u64, form.length(), "the length announced");
    let from = form.offset() as usize;
    assert_eq!(&body[from..from + document.len()], document);
    let expected: String = digest(&SHA256, document)
        .as_ref()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(form.digest().map(|digest| digest.sha256), Some(expected));

    let parts = parts(&form.content_type(), body, step).expect("a form that others can read");
    let names: Vec<_> = parts.iter().map(|part| part.name.as_deref()).collect();
    let wanted = ["file", "filename", "activity_type", "type_code"];
    assert_eq!(names, wanted.map(Some));
    let [file, rest @ ..] = &parts[..] else {
        panic!("four parts")
    };
    // The rule of browsers: three characters are written as escapes.
    let quoted = filename
        .replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A");
    assert_eq!(file.filename.as_deref(), Some(quoted.as_str()));
    assert_eq!(file.content, document);
    for (part, value) in rest.iter().zip([&filename, &activity, &kind]) {
        assert_eq!(part.filename, None);
        assert_eq!(part.content, value.as_bytes());
    }
}

fn check_name(name: &str) {
    let control = |c: char| c.is_control() && c != '\r' && c != '\n';
    let fits = !name.is_empty() && !name.contains(['/', '\\']) && !name.chars().any(control);
    assert_eq!(valid_filename(name), fits, "{name:?}");
}

fn parts(content_type: &str, body: Vec<u8>, step: usize) -> Result<Vec<Part>, multer::Error> {
    let boundary = multer::parse_boundary(content_type)?;
    // Another cut than the writer's, so that both meet every edge.
    let pieces: Vec<_> = body
        .chunks(step * 3 + 1)
        .map(|piece| Ok::<_, std::io::Error>(piece.to_vec()))
        .collect();
    futures_util::FutureExt::now_or_never(async {
        let mut form = multer::Multipart::new(stream::iter(pieces), boundary);
        let mut parts = Vec::new();
        while let Some(field) = form.next_field().await? {
            parts.push(Part {
                name: field.name().map(str::to_owned),
                filename: field.file_name().map(str::to_owned),
                content: field.bytes().await?.to_vec(),
            });
        }
        Ok(parts)
    })
    .expect("nothing has to be waited for")
}

//! Files that are written and read again.

use crate::bindings::exports::pyxsd::worker::columns::{Buffers, Chunk, DataType, Field, Layout, MetadataEntry};
use crate::bindings::exports::pyxsd::worker::encoding::{EncodingFailure, FileFormat, Plan, Written};
use crate::encoder::Encoder;
use crate::schema::{ROW_INDEX, SOURCE_ID};
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{Decimal128Type, Decimal256Type, Float64Type, Int16Type, Int64Type, UInt64Type};
use arrow_schema::SchemaRef;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::path::Path;
use tempfile::TempDir;

const MANY_BYTES: u64 = 1 << 30;

fn entry(key: &str, value: &str) -> MetadataEntry {
    MetadataEntry { key: key.to_owned(), value: value.to_owned() }
}

fn field(level: u32, name: &str, data_type: DataType, nullable: bool) -> Field {
    Field { level, name: name.to_owned(), data_type, nullable, metadata: vec![entry("pyxsd:name", name)] }
}

/// A column of each kind.
fn layout() -> Layout {
    let fields = vec![
        field(0, "flag", DataType::Boolean, true),
        field(0, "small", DataType::Int16, false),
        field(0, "large", DataType::Uint64, true),
        field(0, "ratio", DataType::Float64, false),
        field(0, "text", DataType::Utf8, true),
        field(0, "octets", DataType::Binary, false),
        field(0, "price", DataType::Decimal128((7, 2)), true),
        field(0, "huge", DataType::Decimal256((76, 6)), false),
        field(0, "list", DataType::List, false),
        field(1, "item", DataType::Struct, false),
        field(2, "a", DataType::Int16, false),
        field(2, "b", DataType::Utf8, true),
        field(0, "maybe", DataType::Struct, true),
        field(1, "c", DataType::Boolean, false),
    ];
    Layout { fields, metadata: vec![entry("pyxsd:projection", "1")] }
}

fn fixed(values: &[&[u8]], validity: Option<u8>) -> Buffers {
    let length = values.len() as u32;
    Buffers {
        length,
        nulls: validity.map_or(0, |bits| length - bits.count_ones()),
        validity: validity.map(|bits| vec![bits]),
        offsets: Vec::new(),
        data: values.concat(),
    }
}

fn bits(length: u32, bits: u8, validity: Option<u8>) -> Buffers {
    Buffers { length, data: vec![bits], ..fixed(&vec![&[] as &[u8]; length as usize], validity) }
}

fn texts(values: &[&[u8]], validity: Option<u8>) -> Buffers {
    let mut offsets = vec![0];
    for value in values {
        offsets.push(offsets[offsets.len() - 1] + value.len() as i32);
    }
    Buffers { offsets, ..fixed(values, validity) }
}

fn wide(value: i64) -> [u8; 32] {
    let mut bytes = [if value < 0 { 0xff } else { 0 }; 32];
    bytes[..8].copy_from_slice(&value.to_le_bytes());
    bytes
}

/// Two rows of [`layout`].
fn chunk() -> Chunk {
    let fields = vec![
        bits(2, 0b01, Some(0b01)),
        fixed(&[&(-5i16).to_le_bytes(), &7i16.to_le_bytes()], None),
        fixed(&[&u64::MAX.to_le_bytes(), &0u64.to_le_bytes()], Some(0b01)),
        fixed(&[&f64::NAN.to_le_bytes(), &f64::NEG_INFINITY.to_le_bytes()], None),
        texts(&["é".as_bytes(), b""], Some(0b01)),
        texts(&[&[0, 255], b""], None),
        fixed(&[&(-12_345i128).to_le_bytes(), &0i128.to_le_bytes()], Some(0b01)),
        fixed(&[&wide(-1_500_000), &wide(1)], None),
        Buffers { offsets: vec![0, 2, 3], data: Vec::new(), ..fixed(&[b"", b""], None) },
        fixed(&[b"", b"", b""], None),
        fixed(&[&1i16.to_le_bytes(), &2i16.to_le_bytes(), &3i16.to_le_bytes()], None),
        texts(&[b"x", b"", b"z"], Some(0b101)),
        fixed(&[b"", b""], Some(0b10)),
        bits(2, 0b10, None),
    ];
    Chunk { rows: 2, fields }
}

fn plan(format: FileFormat, source_id: Option<&str>) -> Plan {
    Plan {
        file: "parts/part-000001.data".to_owned(),
        format,
        layout: layout(),
        source_id: source_id.map(str::to_owned),
        maximum_bytes: MANY_BYTES,
    }
}

fn write(root: &Path, plan: Plan, chunks: &[Chunk]) -> Result<Written, EncodingFailure> {
    let mut encoder = Encoder::create(root, plan)?;
    for chunk in chunks {
        encoder.write(chunk.clone())?;
    }
    encoder.finish()
}

fn read(root: &Path, format: FileFormat) -> (SchemaRef, Vec<RecordBatch>) {
    let file = File::open(root.join("parts/part-000001.data")).expect("the file");
    match format {
        FileFormat::Parquet => {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
            let schema = builder.schema().clone();
            (schema, builder.build().expect("a reader").map(|batch| batch.expect("a batch")).collect())
        }
        FileFormat::Arrow => {
            let reader = arrow_ipc::reader::FileReader::try_new(file, None).expect("Arrow");
            (reader.schema(), reader.map(|batch| batch.expect("a batch")).collect())
        }
    }
}

#[test]
fn every_type_survives_in_both_formats() {
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let folder = TempDir::new().expect("a folder");
        let written = write(folder.path(), plan(format, None), &[chunk()]).expect("written");
        let size = fs::metadata(folder.path().join("parts/part-000001.data")).expect("the file").len();
        assert_eq!((written.rows, written.bytes), (2, size));
        let (schema, batches) = read(folder.path(), format);
        assert_eq!(schema.metadata().get("pyxsd:projection").map(String::as_str), Some("1"));
        for field in schema.fields() {
            assert_eq!(field.metadata().get("pyxsd:name"), Some(field.name()), "{format:?}");
        }
        let [batch] = batches.as_slice() else { panic!("{batches:?}") };
        let column = |name: &str| batch.column_by_name(name).unwrap_or_else(|| panic!("{name}")).clone();
        let nulls: Vec<usize> = batch.columns().iter().map(|column| column.null_count()).collect();
        assert_eq!(nulls, [1, 0, 1, 0, 1, 0, 1, 0, 0, 1]);
        assert!(column("flag").as_boolean().value(0));
        assert_eq!(column("small").as_primitive::<Int16Type>().values(), &[-5, 7]);
        assert_eq!(column("large").as_primitive::<UInt64Type>().value(0), u64::MAX);
        let ratio = column("ratio").as_primitive::<Float64Type>().clone();
        assert!(ratio.value(0).is_nan() && ratio.value(1) == f64::NEG_INFINITY);
        assert_eq!(column("text").as_string::<i32>().value(0), "é");
        assert_eq!(column("octets").as_binary::<i32>().value(0), [0, 255]);
        assert_eq!(column("price").as_primitive::<Decimal128Type>().value_as_string(0), "-123.45");
        assert_eq!(column("huge").as_primitive::<Decimal256Type>().value_as_string(0), "-1.500000");
        let items = column("list").as_list::<i32>().value(0);
        assert_eq!(items.as_struct().column(0).as_primitive::<Int16Type>().values(), &[1, 2]);
        assert!(items.as_struct().column(1).is_valid(0) && items.as_struct().column(1).is_null(1));
        assert!(column("maybe").is_null(0) && column("maybe").as_struct().column(0).as_boolean().value(1));
    }
}

#[test]
fn parts_of_a_dataset_say_where_their_rows_are_from() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), plan(FileFormat::Parquet, Some("a/b.xml")), &[chunk(), chunk()]).expect("written");
    let (schema, batches) = read(folder.path(), FileFormat::Parquet);
    let [.., source, index] = &*schema.fields().iter().collect::<Vec<_>>() else { panic!("{schema:?}") };
    assert_eq!((source.name().as_str(), source.is_nullable()), (SOURCE_ID, false));
    assert_eq!((index.name().as_str(), index.is_nullable()), (ROW_INDEX, false));
    let indexes: Vec<i64> = batches
        .iter()
        .flat_map(|batch| {
            assert!(
                batch
                    .column_by_name(SOURCE_ID)
                    .expect("a column")
                    .as_string::<i32>()
                    .iter()
                    .all(|id| id == Some("a/b.xml"))
            );
            batch.column_by_name(ROW_INDEX).expect("a column").as_primitive::<Int64Type>().values().to_vec()
        })
        .collect();
    assert_eq!(indexes, [1, 2, 3, 4]);
}

#[test]
fn a_file_without_rows_has_the_schema() {
    let folder = TempDir::new().expect("a folder");
    let written = write(folder.path(), plan(FileFormat::Parquet, Some("")), &[]).expect("written");
    assert_eq!(written.rows, 0);
    let (schema, batches) = read(folder.path(), FileFormat::Parquet);
    assert!(batches.is_empty());
    assert_eq!(schema.fields().len(), 12);
    assert_eq!(schema.field(0).metadata().get("pyxsd:name").map(String::as_str), Some("flag"));
}

#[test]
fn files_are_parquet_of_the_second_version_with_plain_encodings() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), plan(FileFormat::Parquet, None), &[chunk()]).expect("written");
    let file = File::open(folder.path().join("parts/part-000001.data")).expect("the file");
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
    let metadata = builder.metadata();
    assert_eq!(metadata.file_metadata().version(), 2);
    for column in metadata.row_group(0).columns() {
        assert_eq!(format!("{:?}", column.compression()), "SNAPPY");
        assert!(!format!("{:?}", column.encodings().collect::<Vec<_>>()).contains("DELTA"));
    }
    let paths: Vec<String> =
        metadata.row_group(0).columns().iter().map(|column| column.column_path().string()).collect();
    assert!(paths.contains(&"list.list.item.a".to_owned()), "{paths:?}");
}

#[test]
fn equal_rows_give_equal_files() {
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let files = [0, 1].map(|_| {
            let folder = TempDir::new().expect("a folder");
            write(folder.path(), plan(format, None), &[chunk(), chunk()]).expect("written");
            fs::read(folder.path().join("parts/part-000001.data")).expect("the file")
        });
        assert!(files[0] == files[1], "{format:?}");
    }
}

#[test]
fn rows_go_out_in_groups() {
    let folder = TempDir::new().expect("a folder");
    let layout = Layout { fields: vec![field(0, "text", DataType::Utf8, false)], metadata: Vec::new() };
    let mut encoder =
        Encoder::create(folder.path(), Plan { layout, ..plan(FileFormat::Parquet, None) }).expect("an encoder");
    let mut number = 0u64;
    let mut rows = 0;
    for _ in 0..12 {
        // Text that does not compress, so that the encoded size is known.
        let values: Vec<Vec<u8>> = (0..50_000)
            .map(|_| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                format!("{number:016x}{:016x}", number.rotate_left(17)).into_bytes()
            })
            .collect();
        let values: Vec<&[u8]> = values.iter().map(Vec::as_slice).collect();
        encoder.write(Chunk { rows: 50_000, fields: vec![texts(&values, None)] }).expect("written");
        rows += 50_000;
        assert!(encoder.held_bytes() < 40 * 1024 * 1024, "{} bytes are held", encoder.held_bytes());
    }
    assert_eq!(encoder.finish().expect("complete").rows, rows);
    let file = File::open(folder.path().join("parts/part-000001.data")).expect("the file");
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).expect("Parquet");
    assert!(builder.metadata().num_row_groups() > 1, "{}", builder.metadata().num_row_groups());
    assert_eq!(builder.metadata().file_metadata().num_rows() as u64, rows);
}

#[test]
fn a_file_beyond_its_bound_is_refused() {
    for format in [FileFormat::Parquet, FileFormat::Arrow] {
        let folder = TempDir::new().expect("a folder");
        let plan = Plan { maximum_bytes: 600, ..plan(format, None) };
        let failure = write(folder.path(), plan, &[chunk()]).expect_err("it is larger");
        assert!(matches!(failure, EncodingFailure::TooLarge(600)), "{failure:?}");
        let size = fs::metadata(folder.path().join("parts/part-000001.data")).expect("the file").len();
        assert!(size <= 600);
    }
}

#[test]
fn files_are_new_and_stay_below_the_folder() {
    let folder = TempDir::new().expect("a folder");
    write(folder.path(), plan(FileFormat::Arrow, None), &[]).expect("written");
    let again = write(folder.path(), plan(FileFormat::Arrow, None), &[]).expect_err("it is there");
    assert!(matches!(again, EncodingFailure::Unwritable(_)), "{again:?}");
    for file in ["", "/x", "../x", "a/../x", "./x", "a//b", "a/", "a\\b", "x\0"] {
        let plan = Plan { file: file.to_owned(), ..plan(FileFormat::Arrow, None) };
        let failure = write(folder.path(), plan, &[]).expect_err(file);
        assert!(matches!(failure, EncodingFailure::InvalidArgument(_)), "{file:?}: {failure:?}");
    }
}

/// A way to spoil a chunk.
type Spoil = fn(&mut Chunk);

#[test]
fn chunks_that_do_not_fit_are_refused() {
    let spoils: [(&str, Spoil); 12] = [
        ("more rows", |chunk| chunk.rows = 3),
        ("a field too few", |chunk| drop(chunk.fields.pop())),
        ("a field too many", |chunk| chunk.fields.push(chunk.fields[1].clone())),
        ("another length", |chunk| chunk.fields[1].length = 1),
        ("short data", |chunk| chunk.fields[1].data.truncate(3)),
        ("text that is no UTF-8", |chunk| chunk.fields[4].data[0] = 0xff),
        ("a position beyond the data", |chunk| chunk.fields[5].offsets[2] = 9),
        ("positions that fall", |chunk| chunk.fields[8].offsets = vec![0, 3, 2]),
        ("a list beyond its items", |chunk| chunk.fields[8].offsets = vec![0, 2, 4]),
        ("another number of nulls", |chunk| chunk.fields[0].nulls = 0),
        ("a null where there is none", |chunk| {
            chunk.fields[1].validity = Some(vec![0b01]);
            chunk.fields[1].nulls = 1;
        }),
        ("a short field of a struct", |chunk| chunk.fields[13].length = 1),
    ];
    for (what, spoil) in spoils {
        let folder = TempDir::new().expect("a folder");
        let mut chunk = chunk();
        spoil(&mut chunk);
        let failure = write(folder.path(), plan(FileFormat::Parquet, None), &[chunk]).expect_err(what);
        assert!(matches!(failure, EncodingFailure::InvalidArgument(_)), "{what}: {failure:?}");
    }
}

#[test]
fn layouts_that_make_no_sense_are_refused() {
    let scalar = |level| field(level, "x", DataType::Int16, false);
    let deep: Vec<Field> = (0..300).map(|level| field(level, "x", DataType::List, false)).collect();
    for fields in [
        Vec::new(),
        vec![scalar(1)],
        vec![scalar(0), scalar(1)],
        vec![scalar(0), scalar(2)],
        vec![field(0, "x", DataType::List, false)],
        vec![field(0, "x", DataType::List, false), scalar(1), scalar(1)],
        vec![field(0, "x", DataType::Struct, false)],
        vec![field(0, "x", DataType::Decimal128((39, 0)), false)],
        vec![field(0, "x", DataType::Decimal256((5, 6)), false)],
        deep,
    ] {
        let folder = TempDir::new().expect("a folder");
        let layout = Layout { fields, metadata: Vec::new() };
        let shown = format!("{layout:?}");
        let failure = write(folder.path(), Plan { layout, ..plan(FileFormat::Parquet, None) }, &[]).expect_err(&shown);
        assert!(matches!(failure, EncodingFailure::InvalidArgument(_)), "{shown}: {failure:?}");
    }
}

import { kept, merchant, ours, type PersonalData, personal } from './treatment.ts'

/** The personal data in the tables of imports. */
export const importedData = {
  former_code: {
    ...ours('user_id', 'is_exact', 'created_at'),
    spelling: personal(
      'a code of an earlier product, often a name or an e-mail address',
      { when: 'at once', how: 'deleted' },
      { read: 'formerCodes' },
    ),
  },
  import: {
    ...ours('id', 'kind', 'format', 'mapping', 'request_hash', 'is_dry_run', 'state', 'byte_count'),
    ...ours('position_byte', 'position_line', 'row_count', 'created_count', 'updated_count'),
    ...ours('unchanged_count', 'rejected_count', 'error_count', 'created_at', 'finished_at'),
    ...ours('kept_rejected_count', 'kept_rejected_bytes', 'upload_began_at'),
    file_name: kept('the name of a file that staff import', 'it is deleted with the import, after 30 days', {
      read: null,
    }),
    ...merchant('column_names', 'ignored_columns', 'date_format', 'separator', 'failure'),
  },
  import_claim: {
    claim: kept('a hash of a row of a dry run', 'it is deleted when the dry run ends', { read: null }),
    owner: kept('the same', 'it is deleted when the dry run ends', { read: null }),
    content: kept('the same', 'it is deleted when the dry run ends', { read: null }),
    ...ours('import_id'),
  },
  // Messages name fields and lines, and no values.
  import_error: ours('import_id', 'number', 'line', 'field', 'error_code', 'message'),
  import_piece: {
    ...ours('import_id', 'number'),
    body: kept('a file that is imported', 'it is deleted when the import ends', { read: null }),
  },
  import_upload: ours('id', 'began_at', 'byte_count'),
} as const satisfies Partial<PersonalData>

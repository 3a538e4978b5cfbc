import { Refusal } from '@goodword/contract/frame/refusal'
import type { ImportFormat } from '@goodword/domain/files/import'
import { SAVE_AS_UTF_8 } from '../reading/file-encoding.ts'

const AS_CSV = 'In Excel choose “Save as” and “CSV UTF-8”, in other programs export or save the table as CSV.'

/** The first bytes of files that are no text, in hexadecimal. */
const signatures = [
  ['504b0304', `The file is an Excel workbook (.xlsx) or another ZIP archive, and not CSV. ${AS_CSV}`],
  ['d0cf11e0', `The file is an Excel workbook (.xls), and not CSV. ${AS_CSV}`],
  ['1f8b', 'The file is compressed with gzip. Unpack it, and send what is in it.'],
  ['25504446', `The file is a PDF, and not CSV. ${AS_CSV}`],
  ['fffe', `The file is in UTF-16. ${SAVE_AS_UTF_8}`],
  ['feff', `The file is in UTF-16. ${SAVE_AS_UTF_8}`],
] as const

const LINES_OF_ARRAY = 'for example with jq -c ".[]" file.json > file.ndjson'

/** How texts of other formats begin. */
const beginnings: Readonly<Record<ImportFormat, readonly (readonly [RegExp, string])[]>> = {
  csv: [
    [
      /^\[\[\w+\]\]/,
      'The file has sections, such as [[AFFILIATES]], as backups of Post Affiliate Pro have. Save the rows of one section as a file of its own, with the names of its columns as the first line.',
    ],
    [
      /^\[/,
      `The file is a JSON array, and not CSV. Write one object per line, ${LINES_OF_ARRAY}, and send that as application/x-ndjson.`,
    ],
    [/^\{/, 'The file is JSON, and not CSV. Send one object per line as application/x-ndjson.'],
    [
      /^</,
      'The file is a page in HTML or XML, and not CSV. A page to sign in may have been saved in place of the export: look into the file.',
    ],
  ],
  ndjson: [[/^\[/, `The file is a JSON array. Write one object per line, ${LINES_OF_ARRAY}, and send that.`]],
}

/**
 * Refuses a file that is in another format, by how it begins.
 *
 * @throws Refusal VALIDATION_FAILED that names the format, and says how to get from it to one that is read
 */
export function refuseForeignFile(bytes: Buffer, format: ImportFormat): void {
  const start = bytes.subarray(0, 1024)
  const binary = signatures.find(([signature]) => start.toString('hex').startsWith(signature))
  const text = start
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart()
  const message = binary?.[1] ?? beginnings[format].find(([beginning]) => beginning.test(text))?.[1]
  if (message !== undefined) throw new Refusal('VALIDATION_FAILED', message, 'body')
}

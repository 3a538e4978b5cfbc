import type { ErrorEntry } from '../frame/error-entry.ts'

/** The error codes of exports. */
export const transferErrors = {
  EXPORT_NOT_FOUND: {
    status: 404,
    title: 'Export not found',
    when: 'No export has this id in the program and mode of the key, or it has expired.',
    remedy: 'Use the ID of an export that is not expired, or request a new one with `POST exports`.',
  },
  TOO_MANY_EXPORTS: {
    status: 409,
    title: 'Too many exports are kept',
    when: 'The program has 50 exports that are not expired.',
    remedy: 'Use one of `GET exports`, or wait until the oldest one expires.',
  },
  FILE_SPACE_EXHAUSTED: {
    status: 409,
    title: 'The room for files is used up',
    when: 'The files of the program that are being received or imported, and its exported files, would have more than 20 GiB.',
    remedy:
      'Wait until an import is finished or an export has expired, or ask the operator for more (`FILE_LIMIT_GIB`).',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    title: 'The range is not in the file',
    when: 'The `Range` of a download begins at or behind the end of the file, as when all of it was received.',
    remedy: 'The header `Content-Range` says how long the file is. Request a range within it.',
  },
} as const satisfies Record<string, ErrorEntry>

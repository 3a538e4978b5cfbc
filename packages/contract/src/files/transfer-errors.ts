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

/** The error codes of imports: those of requests, and those that only errors of rows have. */
export const importErrors = {
  IMPORT_NOT_FOUND: {
    status: 404,
    title: 'Import not found',
    when: 'No import of the last 30 days has this id in the program and mode of the key.',
    remedy: 'Use the ID of an import of the same program and mode.',
  },
  ALREADY_REFERRED: {
    status: 409,
    title: 'The account was already referred',
    when: 'A request to attribute an account by hand, or a row of an imported file, names another referral code than the one by which the account was referred.',
    remedy:
      'Leave the account as it is, and remove the row from the file: an account has at most one referral, and the first one counts.',
  },
  REFERRAL_DIFFERS: {
    status: 409,
    title: 'The referral was decided otherwise',
    when: 'A row of an imported file says that a side of a stored referral is approved, pending or denied, and the side is not. Only errors of imports have this code.',
    remedy:
      'Decide the referral with `POST referrals/moderate` as the file says, or leave it as it is and remove the row.',
  },
  EXISTING_CUSTOMER: {
    status: 409,
    title: 'The account is an existing customer',
    when: 'A request to attribute an account by hand, or a row of an imported file, is about an account that paid before it was referred.',
    remedy:
      'To attribute it by hand all the same, set `allowExistingCustomer`. Import referrals before payments of their accounts are reported.',
  },
  BALANCE_DIFFERS: {
    status: 409,
    title: 'The balance was imported with another amount',
    when: 'A row of an imported file has the account, unit and expiry of a balance that was imported with another amount. Only errors of imports have this code.',
    remedy:
      'Add up the amounts of an account, unit and expiry in one row. To change an imported balance, cancel its reward or create another one.',
  },
  MALFORMED_ROW: {
    status: 400,
    title: 'A row of the file cannot be read',
    when: 'A row of an imported file is no valid CSV or JSON, is not in UTF-8, is longer than 64 KiB, or has another number of fields than the header. Only errors of imports have this code.',
    remedy: 'Correct the line that the error names, and import the file again.',
  },
  TOO_MANY_IMPORTS: {
    status: 409,
    title: 'Too many imports wait',
    when: 'The program has 10 imports that are not finished, or 20 files are being received.',
    remedy: 'Wait until one of them is finished, and send the file again.',
  },
} as const satisfies Record<string, ErrorEntry>

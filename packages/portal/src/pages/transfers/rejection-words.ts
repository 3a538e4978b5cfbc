import type { ImportError } from '@goodword/client'
import { fieldWords } from './transfer-words.ts'

/**
 * Why a row was rejected, in the words of this page: the service names fields as its API does, and the format of dates as the
 * parameter of a request.
 */
export function rejectionReason({ message }: Pick<ImportError, 'message'>): string {
  return message
    .replace(/"([A-Za-z]+)"/g, (quoted, name: string, at: number) => {
      const words = Object.hasOwn(fieldWords, name) ? fieldWords[name] : undefined
      if (words === undefined) return quoted
      return at === 0 ? words : `“${words}”`
    })
    .replace(/\bmust be a string\b/, 'must be a text')
    .replace(/send the file with (?=dateFormat=)/i, (it) =>
      it.startsWith('S') ? `Under ${DATES}, choose ` : `under ${DATES}, choose `,
    )
    .replace('Name another format with `dateFormat`', `Choose another one under ${DATES}`)
    .replace(/dateFormat=s\b/, 'seconds since 1970')
    .replaceAll('dateFormat=', '')
}

const DATES = '“How dates are written”'

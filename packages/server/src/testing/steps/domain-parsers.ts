import { billTime } from '@goodword/domain/bills/bill-time'
import { defuseCell, defuseLine, readDefusedCell } from '@goodword/domain/files/csv-cell'
import { csvRecord } from '@goodword/domain/files/csv-record'
import { parseImportDate } from '@goodword/domain/files/import-date'
import { proposedColumns } from '@goodword/domain/files/import-fields'
import { parseHostName } from '@goodword/domain/hosts/host-name'
import { landingAddress } from '@goodword/domain/hosts/share-link'
import { hasOnlyPlaceholdersOf } from '@goodword/domain/outbound/mail'
import { deliverableAddress } from '@goodword/domain/outbound/mail-address'
import { parseRetryAfter } from '@goodword/domain/outbound/webhook-retry'
import { keptOnceAs } from '@goodword/domain/referrals/outcome'
import { isBlank, parseReferralCode, type ReferralCode } from '@goodword/domain/referrals/referral-code'
import { emailSearchKey, searchKey } from '@goodword/domain/referrals/search-key'
import { readTypedCode } from '@goodword/domain/referrals/typed-code'
import { mayBeFormerCode, readUsedCode } from '@goodword/domain/referrals/used-code'
import { isEmail, isStaffEmail } from '@goodword/domain/values/email'
import { emailKey } from '@goodword/domain/values/email-key'
import {
  type AccountKey,
  isMerchantGivenId,
  isShortText,
  isTenantAlias,
  isUuid,
} from '@goodword/domain/values/ids'
import { priceFromText } from '@goodword/domain/values/money'
import { presentableNames } from '@goodword/domain/values/presentable-name'
import { parseTimeRange } from '@goodword/domain/values/time-range'
import { isReportingDay, isTimeZone } from '@goodword/domain/values/time-zone'
import { type InputParser, noThrow } from './input-parser.ts'

const eur = 'EUR' as Parameters<typeof priceFromText>[1]

const skipped = { type: 'attribution.skipped', reason: 'CODE_UNKNOWN', account: '' as AccountKey } as const
/** A longer text is no e-mail address, and no key is made of it. */
const MAX_EMAIL = 256

/** The functions of the domain that input reaches and that look at more than a fixed number of characters. */
export const domainParsers: readonly InputParser[] = [
  {
    file: 'domain/src/bills/bill-time.ts',
    parse: (text) => noThrow((it) => billTime(it, null), text),
    pieces: ['1-'],
  },
  {
    file: 'domain/src/files/csv-cell.ts',
    parse: (text) => [defuseCell(text), readDefusedCell(text), defuseLine(text)],
    pieces: ["'", '=', "'=", '\n', ',"', '\u200b'],
  },
  {
    file: 'domain/src/files/import-date.ts',
    parse: parseImportDate,
    pieces: ['1', '-', '.0', '2026-01-31T12:00:00.', 'Z'],
  },
  {
    file: 'domain/src/files/import-fields.ts',
    parse: (text) => [proposedColumns('users', [text]), proposedColumns('users', text.split(','))],
    pieces: ['_', 'a,', 'id,'],
  },
  {
    file: 'domain/src/outbound/webhook-retry.ts',
    parse: (text) => parseRetryAfter(text, 0),
    pieces: ['1', 'Sun, ', ' GMT'],
  },
  { file: 'domain/src/values/email.ts', parse: isEmail, pieces: ['a@', '+.', '.'] },
  { file: 'domain/src/values/email.ts', parse: isStaffEmail, pieces: ['a@', 'a.', 'a-', '.'] },
  {
    file: 'domain/src/values/email-key.ts',
    parse: (text) => emailKey(text.slice(0, MAX_EMAIL)),
    pieces: ['a@', '+.', '.', 'ﷺ', '\u00ad', 'e\u0301'],
  },
  { file: 'domain/src/hosts/host-name.ts', parse: parseHostName, pieces: ['a.', '-'] },
  {
    file: 'domain/src/values/ids.ts',
    parse: (text) => [isMerchantGivenId(text), isTenantAlias(text), isUuid(text), isShortText(text)],
    pieces: ['\u{1f600}'],
  },
  {
    file: 'domain/src/outbound/mail.ts',
    parse: (text) => hasOnlyPlaceholdersOf('REWARD_EARNED', text),
    pieces: ['{', '{a', '{a}', '}'],
  },
  {
    file: 'domain/src/outbound/mail-address.ts',
    parse: deliverableAddress,
    pieces: ['a@', '.', 'a.', 'ﷺ', '"'],
  },
  {
    file: 'domain/src/values/presentable-name.ts',
    parse: (text) => presentableNames({ firstName: text, lastName: text, isConfirmed: true }),
    pieces: ['a.', "'", 'a b'],
  },
  {
    file: 'domain/src/values/money.ts',
    parse: (text) => priceFromText(text, eur),
    pieces: ['0.', '.0', '00', '9'],
  },
  {
    file: 'domain/src/referrals/outcome.ts',
    parse: (text) => keptOnceAs({ ...skipped, code: text as ReferralCode }, 'browser'),
  },
  {
    file: 'domain/src/referrals/referral-code.ts',
    parse: (text) => [parseReferralCode(text), isBlank(text)],
  },
  {
    file: 'domain/src/referrals/typed-code.ts',
    parse: readTypedCode,
    pieces: ['https://', 'a.b', '/r/', 'refCode=', '%', '\u200b', 'Ａ', ' '],
  },
  {
    file: 'domain/src/referrals/used-code.ts',
    parse: (text) => [mayBeFormerCode(text), readUsedCode(text)],
    pieces: ['https://', 'a.b/', ' a.b/c', 'refCode=', '.', '\u200b', 'Ａ'],
  },
  {
    file: 'domain/src/referrals/search-key.ts',
    parse: (text) => [searchKey(text), emailSearchKey(text)],
    pieces: ['ﷺ', 'e\u0301', ' \u0301', '.', 'ß'],
  },
  {
    file: 'domain/src/hosts/share-link.ts',
    parse: (text) => [
      landingAddress(`https://shop.example.com/${text}`, 'BOB' as ReferralCode, []),
      landingAddress('https://shop.example.com/', 'BOB' as ReferralCode, [[text, text]]),
      landingAddress('https://shop.example.com/', 'BOB' as ReferralCode, campaignOf(text)),
    ],
    pieces: ['&refCode=1', '#?', '?&', '%'],
  },
  { file: 'domain/src/values/time-range.ts', parse: parseTimeRange, pieces: ['1,'] },
  {
    file: 'domain/src/files/csv-record.ts',
    parse: (text) => csvRecord([text, 1, null]),
    pieces: ['"', '\r\n', ' '],
  },
  {
    file: 'domain/src/values/time-zone.ts',
    parse: (text) => [isReportingDay(text), isTimeZone(text)],
    pieces: ['1', '2026-', 'Etc/', 'A'],
  },
]

function campaignOf(text: string): readonly (readonly [string, string])[] {
  return Array.from({ length: Math.ceil(text.length / 8) }, (_, index) => [`utm_a${index}`, 'b'] as const)
}

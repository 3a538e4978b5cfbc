import { textFormats } from '@goodword/contract/frame/formats'
import { placeholdersIn } from '@goodword/contract/words/fill-placeholders'
import { chooseLocale, directionOf, knownLanguage } from '@goodword/contract/words/languages'
import {
  isAndroidPackage,
  isAppleAppId,
  isCertificateFingerprint,
  isOnAndroid,
} from '@goodword/domain/hosts/app-links'
import { isReservedCode, parseChosenCode } from '@goodword/domain/referrals/chosen-code'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { PresentableName } from '@goodword/domain/values/presentable-name'
import { identityHash, isStorable } from '../../billing/notifications/accept-request.ts'
import { parseClockMove } from '../../billing/notifications/web/clock-move.ts'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import { countOfCursor, idOfCursor } from '../../engine/lists/list-cursor.ts'
import { redactTexts } from '../../engine/logging/redact.ts'
import { clientNetwork, loggedNetwork } from '../../engine/network/client-network.ts'
import { networkTest } from '../../engine/network/networks.ts'
import { isPublicAddress } from '../../engine/network/public-address.ts'
import { isApiKey } from '../../engine/secrets/api-key.ts'
import { createSecretBox } from '../../engine/secrets/secret-box.ts'
import { makeSecretKey } from '../../engine/secrets/secret-key.ts'
import { parseTraceParent } from '../../engine/tracing/tracing.ts'
import { signedFile } from '../../files/downloads/signed-url.ts'
import { REASON_COLUMN } from '../../files/imports/import-columns.ts'
import { rejectedRecord } from '../../files/imports/rejected-file/rejected-text.ts'
import { byteRange } from '../../files/web/byte-range.ts'
import { apiKeyOf } from '../../frame/http/access/authenticate.ts'
import { acceptedLanguage, acceptedLanguages } from '../../frame/http/requests/accepted-languages.ts'
import { jsonFault } from '../../frame/http/requests/json-body.ts'
import { oversize } from '../../frame/http/requests/json-size.ts'
import { parseQuery } from '../../frame/http/requests/query.ts'
import { hostOf, pathOf, rejectFragment } from '../../frame/http/requests/request-head.ts'
import { mayBeUpload } from '../../frame/http/requests/upload-body.ts'
import { requestHash } from '../../frame/idempotency/request-hash.ts'
import { mailHtml } from '../../outbound/mails/rendering/mail-html.ts'
import { type MailTexts, mailTextsOf } from '../../outbound/mails/rendering/mail-texts.ts'
import { isWidgetType } from '../../pages/legacy/legacy-widget.ts'
import { tokenOf } from '../../pages/legacy/upsert-legacy-user.ts'
import { qrSize } from '../../pages/share-links/qr-picture.ts'
import { screenVisit } from '../../pages/share-links/share-link-screening.ts'
import { knownLocale } from '../../pages/welcome/offer-texts.ts'
import { PAGE_TOKEN } from '../../referring/hosted-page/page-token.ts'
import { readToken } from '../../referring/identification/json-web-token.ts'
import { codesInCookie } from '../../referring/share-links/legacy-cookie.ts'
import { positionOfCursor } from '../../reporting/statistics/rank-cursor.ts'
import { domainParsers } from './domain-parsers.ts'
import { type InputParser, noThrow } from './input-parser.ts'
import { storedTextParsers } from './stored-text-parsers.ts'

const hmac = { name: 'HMAC', hash: 'SHA-256' }

const key = await crypto.subtle.importKey('raw', Buffer.alloc(32), hmac, false, ['verify'])

const secretBox = createSecretBox(makeSecretKey())

const someExport = {
  tenantAlias: 'acme',
  id: '019c13ec-9e00-7000-854b-b3ee23565fa4',
  expires: '1780000000000',
  signature: '',
}

const isTrusted = networkTest(['10.0.0.0/8'])

const isToken = (text: string) => PAGE_TOKEN.test(text)

/** The functions that pages for friends and referrers, and their settings, give input of any length. */
const pageParsers: readonly InputParser[] = [
  { file: 'server/src/engine/foundation/escape-html.ts', parse: escapeHtml, pieces: ['<', '&', '"'] },
  { file: 'server/src/referring/hosted-page/page-session.ts', parse: isToken, pieces: ['a-'] },
  { file: 'server/src/referring/hosted-page/use-link.ts', parse: isToken, pieces: ['a-'] },
  { file: 'server/src/pages/welcome/offer-texts.ts', parse: knownLocale, pieces: ['de', '-', '_', 'x-'] },
  {
    file: 'server/src/referring/share-links/legacy-cookie.ts',
    parse: (text) => codesInCookie(text, 0),
    pieces: ['e30', 'eyJhIjp7', 'W10', '_'],
  },
  { file: 'server/src/pages/legacy/legacy-widget.ts', parse: isWidgetType, pieces: ['p/', 'w/', 'a-', '_'] },
  {
    file: 'server/src/pages/legacy/upsert-legacy-user.ts',
    parse: (text) => tokenOf({ header: () => `Bearer ${text}` }),
    pieces: ['a', ' ', 'a ', '.'],
  },
  { file: 'server/src/pages/share-links/qr-picture.ts', parse: qrSize, pieces: ['0', '1'] },
  {
    file: 'server/src/frame/http/requests/accepted-languages.ts',
    parse: (text) => [acceptedLanguages(text), acceptedLanguage(text, ['en', 'de'])],
    pieces: ['de,', 'de;q=1,', '-', ';q='],
  },
  {
    file: 'contract/src/words/languages.ts',
    parse: (text) => [knownLanguage(text), directionOf(text), chooseLocale([text])],
    pieces: ['de', '-', '_', 'ar-'],
  },
  { file: 'contract/src/words/fill-placeholders.ts', parse: placeholdersIn, pieces: ['{', '{a', '}', '{a}'] },
  {
    file: 'domain/src/referrals/chosen-code.ts',
    // Names of merchants and programs are 256 characters at most, and codes are read before.
    parse: (text) => [
      parseChosenCode(text),
      isReservedCode(text.slice(0, 64) as ReferralCode, [text.slice(0, 256)]),
    ],
    pieces: ['A', '0', '-', 'A-', '1L'],
  },
  {
    file: 'domain/src/hosts/app-links.ts',
    parse: (text) => [
      isAppleAppId(`ABCDE12345.${text}`),
      isAndroidPackage(`com.${text}`),
      isCertificateFingerprint(text),
      isOnAndroid(text),
    ],
    pieces: ['a', '.', 'a.', 'A0:', ' Android'],
  },
]

/** Every function that input reaches and that looks at more than a fixed number of characters. */
export const inputParsers: readonly InputParser[] = [
  { file: 'contract/src/frame/formats.ts', parse: checkEachFormat, pieces: ['a.', '[::', ':1', '/?'] },
  {
    file: 'server/src/frame/http/requests/upload-body.ts',
    parse: (text) => [mayBeUpload({ url: text }), mayBeUpload({ url: `/api/v1/${text}/imports` })],
    pieces: ['/', '/api/v1/', '/imports', '?'],
  },
  ...domainParsers,
  ...pageParsers,
  ...storedTextParsers,
  {
    file: 'server/src/engine/network/public-address.ts',
    parse: (text) => [noThrow(isPublicAddress, text), noThrow(isPublicAddress, `::${text}`)],
    pieces: [':', '1.', '0x', '::ffff:', '%'],
  },
  {
    file: 'server/src/outbound/mails/rendering/mail-texts.ts',
    parse: mailTexts,
    pieces: ['\r', '\n\n', '{reward}'],
  },
  {
    file: 'server/src/outbound/mails/rendering/mail-html.ts',
    parse: (text) => mailHtml(mailTexts(text)),
    pieces: ['<', '&', 'https://a/', '\n'],
  },
  {
    file: 'server/src/files/web/byte-range.ts',
    parse: (text) => [byteRange(text, 9), byteRange(`bytes=${text}`, 9), byteRange(`bytes=0-${text}`, 9)],
    pieces: ['0', '-', 'bytes='],
  },
  {
    file: 'server/src/files/imports/rejected-file/rejected-text.ts',
    parse: (text) =>
      [null, text.split(',')].map((cells) =>
        rejectedRecord({ record: text, cells }, 'wrong', ['id', 'name', REASON_COLUMN], ','),
      ),
    pieces: ['"', ',', 'a\n'],
  },
  {
    file: 'server/src/files/downloads/signed-url.ts',
    parse: (text) => [
      signedFile({ secretBox }, 'export', { ...someExport, tenantAlias: text }),
      signedFile({ secretBox }, 'export', { ...someExport, id: text }),
      signedFile({ secretBox }, 'export', { ...someExport, expires: text }),
      signedFile({ secretBox }, 'export', { ...someExport, signature: text }),
    ],
    pieces: ['1', '0', 'a-'],
  },
  {
    file: 'server/src/reporting/statistics/rank-cursor.ts',
    parse: positionOfCursor,
    pieces: ['MSAw', '1'],
  },
  {
    file: 'server/src/frame/http/access/authenticate.ts',
    parse: (text) => [apiKeyOf(text), apiKeyOf(`Basic ${text}`)],
    pieces: ['Basic ', 'YTph', 'Og=='],
  },
  {
    file: 'server/src/frame/http/requests/json-body.ts',
    parse: (text) => [
      jsonFault(text),
      jsonFault(`{${distinctNames(text)}}`),
      jsonFault(JSON.stringify(text)),
    ],
    pieces: ['{"', '[],', '\\"', '{},', '"\\u0061":1,'],
  },
  {
    file: 'server/src/frame/http/requests/json-size.ts',
    parse: (text) => [oversize(text), oversize(JSON.stringify(text))],
    pieces: ['"', '\\', '\\"', '""'],
  },
  {
    file: 'server/src/billing/notifications/web/clock-move.ts',
    parse: (text) => [
      noThrow(parseClockMove, { merchantId: text, now: text }),
      noThrow(parseClockMove, { merchantId: text, now: `2026-01-31T12:00:00.${text}Z` }),
    ],
    pieces: ['0', '-', '2026-01-31T'],
  },
  {
    file: 'server/src/frame/http/requests/query.ts',
    parse: parseQuery,
    pieces: ['a&', 'a=1&', '%41&', '=', '&'],
  },
  {
    file: 'server/src/frame/http/requests/request-head.ts',
    parse: (text) => [
      pathOf(text),
      pathOf(`http://${text}`),
      hostOf(`http://${text}`),
      noThrow(rejectFragment, text),
    ],
    pieces: ['http://', '/', '?'],
  },
  {
    file: 'server/src/pages/share-links/share-link-screening.ts',
    parse: (text) => [
      screenVisit('GET', { 'user-agent': text, 'sec-purpose': text }),
      screenVisit('GET', { 'user-agent': `Mozilla/5.0 ${text}` }),
    ],
    pieces: ['cubot', 'safe-', 'mozilla/5', '(compatible;'],
  },
  {
    file: 'server/src/frame/idempotency/request-hash.ts',
    parse: (text) => [
      requestHash('POST', text, text),
      requestHash('POST', '/', JSON.parse(`{${distinctNames(text)}}`)),
    ],
  },
  {
    file: 'server/src/referring/identification/json-web-token.ts',
    parse: (text) => Promise.all([text, `${text}.${text}.${text}`].map((it) => readToken(it, [key], 0))),
    pieces: ['.', 'eyJ'],
  },
  {
    file: 'server/src/billing/notifications/accept-request.ts',
    parse: (text) => [
      identityHash(text),
      isStorable({ kind: text, createdAt: 0, subscriptionId: text, customerId: text, paymentId: text }),
    ],
    pieces: ['\n', ' \n'],
  },
  { file: 'server/src/engine/secrets/api-key.ts', parse: isApiKey, pieces: ['gw_live_'] },
  {
    file: 'server/src/engine/network/client-network.ts',
    parse: (text) => [clientNetwork(text), clientNetwork(`::${text}`), loggedNetwork(text)],
    pieces: [':', '::', '0:', '1.2.3.4:', '%', '['],
  },
  {
    file: 'server/src/engine/logging/redact.ts',
    parse: redactTexts,
    pieces: ['gw_live_', 'eyJ', 'eyJ.', '://', '/r/', '/api/v1/', 'a@', '@', '%40', ' a'],
  },
  { file: 'server/src/engine/network/networks.ts', parse: isTrusted, pieces: [':', '1.'] },
  {
    file: 'server/src/engine/tracing/tracing.ts',
    parse: (text) => [
      parseTraceParent(text),
      parseTraceParent(`01-${'a'.repeat(32)}-${'b'.repeat(16)}-01-${text}`),
    ],
    pieces: ['00-', '-', 'a'.repeat(32)],
  },
  {
    file: 'server/src/engine/lists/list-cursor.ts',
    parse: (text) => [idOfCursor(text), countOfCursor(text)],
  },
]

function checkEachFormat(text: string): readonly boolean[] {
  return Object.values(textFormats).flatMap(({ check }) => [check(text), check(`https://${text}`)])
}

/** `"a0":1,"a1":1,…`, about as long as the text. */
function distinctNames(text: string): string {
  return Array.from({ length: Math.ceil(text.length / 8) }, (_, index) => `"a${index}":1`).join(',')
}

/** An e-mail with a text in each of its parts that comes from outside. */
function mailTexts(text: string): MailTexts {
  // The message holds whatever text it is given.
  const name = text as PresentableName
  const texts = {
    en: { REWARD_EARNED: { subject: text, heading: text, body: text, button: text }, footer: text },
  }
  return mailTextsOf({
    kind: 'REWARD_EARNED',
    locale: null,
    emails: { language: 'en', texts },
    texts: {},
    programName: text,
    accentColor: null,
    logo: null,
    firstName: name,
    friendName: name,
    senderName: name,
    // A text may name it many times, so its own length is limited by the contract.
    reward: { type: 'FEATURE', featureType: 'SEAT', quantity: 1 },
    expiresAt: null,
    shareLink: 'https://a/',
    unsubscribeLink: 'https://a/',
  })
}

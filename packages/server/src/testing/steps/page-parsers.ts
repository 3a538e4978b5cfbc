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
import { isWidgetType } from '../../http/legacy/legacy-widget.ts'
import { tokenOf } from '../../http/legacy/upsert-legacy-user.ts'
import { acceptedLanguage, acceptedLanguages } from '../../http/requests/accepted-languages.ts'
import { qrSize } from '../../http/share-links/qr-picture.ts'
import { knownLocale } from '../../http/welcome/offer-texts.ts'
import { PAGE_TOKEN } from '../../operations/referring/hosted-page/page-token.ts'
import { codesInCookie } from '../../operations/referring/share-links/legacy-cookie.ts'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { InputParser } from './input-parser.ts'

const isToken = (text: string) => PAGE_TOKEN.test(text)

/** The functions that pages for friends and referrers, and their settings, give input of any length. */
export const pageParsers: readonly InputParser[] = [
  { file: 'server/src/platform/escape-html.ts', parse: escapeHtml, pieces: ['<', '&', '"'] },
  { file: 'server/src/operations/referring/hosted-page/page-session.ts', parse: isToken, pieces: ['a-'] },
  { file: 'server/src/operations/referring/hosted-page/use-link.ts', parse: isToken, pieces: ['a-'] },
  { file: 'server/src/http/welcome/offer-texts.ts', parse: knownLocale, pieces: ['de', '-', '_', 'x-'] },
  {
    file: 'server/src/operations/referring/share-links/legacy-cookie.ts',
    parse: (text) => codesInCookie(text, 0),
    pieces: ['e30', 'eyJhIjp7', 'W10', '_'],
  },
  { file: 'server/src/http/legacy/legacy-widget.ts', parse: isWidgetType, pieces: ['p/', 'w/', 'a-', '_'] },
  {
    file: 'server/src/http/legacy/upsert-legacy-user.ts',
    parse: (text) => tokenOf({ header: () => `Bearer ${text}` }),
    pieces: ['a', ' ', 'a ', '.'],
  },
  { file: 'server/src/http/share-links/qr-picture.ts', parse: qrSize, pieces: ['0', '1'] },
  {
    file: 'server/src/http/requests/accepted-languages.ts',
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

import { expect, test } from 'vitest'
import type { ReferralCode } from '../referrals/referral-code.ts'
import {
  appleAssociation,
  isAndroidPackage,
  isAppleAppId,
  isCertificateFingerprint,
  isOnAndroid,
  playStoreAddress,
} from './app-links.ts'

const FINGERPRINT = Array.from({ length: 32 }, () => 'A0').join(':')

test.each([
  ['ABCDE12345.com.example.shop', true],
  ['ABCDE12345.com.example-two.Shop', true],
  ['ABCDE1234.com.example.shop', false],
  ['abcde12345.com.example.shop', false],
  ['com.example.shop', false],
  ['ABCDE12345.', false],
  ['ABCDE12345.com..shop', false],
  ['ABCDE12345.com.*', false],
  ['', false],
])('the text "%s" is the identifier of an app of Apple: %s', (text, expected) => {
  expect(isAppleAppId(text)).toBe(expected)
})

test.each([
  ['com.example.shop', true],
  ['com.example.shop_2', true],
  ['shop', false],
  ['com.2example', false],
  ['com.example-two', false],
  ['com.example.', false],
  ['com.example&id=evil', false],
])('the text "%s" is the package of an Android app: %s', (text, expected) => {
  expect(isAndroidPackage(text)).toBe(expected)
})

test.each([
  [FINGERPRINT, true],
  [FINGERPRINT.toLowerCase(), true],
  [FINGERPRINT.replaceAll(':', ''), false],
  [FINGERPRINT.slice(3), false],
  [`${FINGERPRINT}:A0`, false],
  [FINGERPRINT.replace('A0', 'G0'), false],
])('the text "%s" is a fingerprint: %s', (text, expected) => {
  expect(isCertificateFingerprint(text)).toBe(expected)
})

/** Whether a path opens in an app, by the rules of Apple: the first component that fits decides. */
function opensInApp(path: string): boolean {
  const [{ components } = { components: [] }] = appleAssociation(['ABCDE12345.com.example.shop']).applinks
    .details
  for (const component of components) {
    const pattern = component['/'].replaceAll('*', '.*').replaceAll('?', '.')
    if (new RegExp(`^${pattern}$`).test(path)) return !('exclude' in component)
  }
  return false
}

test.each([
  ['/RITA10', true],
  ['/AB', true],
  ['/', false],
  ['/p', false],
  ['/p/acme', false],
  ['/RITA10/qr.svg', false],
  ['/.well-known/assetlinks.json', false],
])('the path %s of a custom domain opens in an app: %s', (path, expected) => {
  expect(opensInApp(path)).toBe(expected)
})

test('the address in the Play Store carries the code as the install referrer', () => {
  expect(playStoreAddress('com.example.shop', 'RITA_10-B' as ReferralCode)).toBe(
    'https://play.google.com/store/apps/details?id=com.example.shop&referrer=refCode%3DRITA_10-B',
  )
})

test.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15', false],
])('the browser "%s" is on Android: %s', (userAgent, expected) => {
  expect(isOnAndroid(userAgent)).toBe(expected)
})

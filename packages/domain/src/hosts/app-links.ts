import type { ReferralCode } from '../referrals/referral-code.ts'

/** An app of Android, with the certificates that its builds are signed with. */
export type AndroidApp = { readonly packageName: string; readonly fingerprints: readonly string[] }

/** Whether a text is the identifier of an app of Apple: the ten characters of a team, a dot, and the bundle. */
export function isAppleAppId(text: string): boolean {
  return text.length <= 166 && /^[A-Z0-9]{10}(?:\.[A-Za-z0-9-]+)+$/.test(text)
}

/** Whether a text is the package name of an Android app: two parts or more, each beginning with a letter. */
export function isAndroidPackage(text: string): boolean {
  return text.length <= 255 && /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/.test(text)
}

/** Whether a text is the SHA-256 fingerprint of a certificate, as `keytool` and the Play Console write it. */
export function isCertificateFingerprint(text: string): boolean {
  return /^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/i.test(text)
}

/**
 * The content of `apple-app-site-association` on a custom domain: share links, which are a single part of two characters
 * or more, open in these apps. The first component that fits decides, and `*` also stands for slashes.
 */
export function appleAssociation(appIds: readonly string[]) {
  const components = [{ '/': '/*/*', exclude: true }, { '/': '/??*' }]
  return { applinks: { details: [{ appIDs: appIds, components }] } }
}

/** The content of `assetlinks.json` on a custom domain. Which paths open in an app, its own manifest says. */
export function androidAssetLinks(apps: readonly AndroidApp[]) {
  return apps.map(({ packageName, fingerprints }) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: fingerprints.map((it) => it.toUpperCase()),
    },
  }))
}

/** The page of an app in Google's Play Store. After the installation the app can read the code: its install referrer. */
export function playStoreAddress(packageName: string, code: ReferralCode): string {
  return `https://play.google.com/store/apps/details?id=${packageName}&referrer=${encodeURIComponent(`refCode=${code}`)}`
}

/** Whether a browser says that it runs on Android. */
export function isOnAndroid(userAgent: string): boolean {
  return /\bAndroid\b/.test(userAgent)
}

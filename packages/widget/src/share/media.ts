import type { ShareLinks } from '@goodword/contract/users/user'

export type Medium = 'email' | 'whatsapp' | 'twitter' | 'facebook' | 'linkedin'

/** The text that is shared with a link. */
export type ShareText = { readonly message: string; readonly subject: string }

/** The addresses that open the composer of each medium with its share link, in the order of the buttons. */
export function shareAddresses(
  links: ShareLinks,
  { message, subject }: ShareText,
): readonly (readonly [Medium, string])[] {
  return [
    ['email', `mailto:?${composed({ subject, body: `${message}\n\n${links.email}` })}`],
    ['whatsapp', `https://wa.me/?${composed({ text: `${message} ${links.whatsapp}` })}`],
    ['twitter', `https://x.com/intent/post?${composed({ text: message, url: links.twitter })}`],
    ['facebook', `https://www.facebook.com/sharer/sharer.php?${composed({ u: links.facebook })}`],
    ['linkedin', `https://www.linkedin.com/sharing/share-offsite/?${composed({ url: links.linkedin })}`],
  ]
}

/** The values are not form-encoded: mail programs show a `+` literally. */
function composed(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

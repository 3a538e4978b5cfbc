import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'

const deviceId = (description: string) => Type.String({ format: 'merchant-id', description })

/** Data of a person's visit that a merchant's server knows; fraud rules compare it. */
export const Evidence = Type.Object(
  {
    ipAddress: Type.Optional(
      Type.String({
        maxLength: 64,
        description:
          'The IPv4 or IPv6 address from which the person uses your site. One that is not of the public internet is ignored.',
        examples: ['203.0.113.7'],
      }),
    ),
    userAgent: Type.Optional(
      Type.String({ format: 'long-text', description: 'The header `User-Agent` of the person’s browser.' }),
    ),
    deviceId: Type.Optional(
      deviceId('An ID that your app or your own protection against fraud gave the person’s device.'),
    ),
    cardFingerprint: Type.Optional(
      Type.String({
        format: 'merchant-id',
        description:
          'The fingerprint of the card or bank account that the account pays with, as your payment processor gives it. With a connected processor it is read there.',
      }),
    ),
  },
  {
    title: 'Evidence',
    description:
      'What fraud rules compare with other accounts. It is not shown again: addresses, devices and cards are kept as keyed hashes, those of addresses for 30 days; nothing of the user agent is kept but whether it is that of an automated program.',
  },
)
export type Evidence = ShapeOf<typeof Evidence>

/** The device of a page's user, which counts only if the call is signed. */
export const signedDeviceId = Type.Optional(
  deviceId('An ID of the user’s device, for fraud rules. Used only if the call is signed.'),
)

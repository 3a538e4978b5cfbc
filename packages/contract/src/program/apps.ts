import { Type } from 'typebox'
import type { ShapeOf } from '../frame/shape.ts'
import { nullable } from '../frame/values.ts'

const androidPackage = (description: string) =>
  Type.String({ format: 'android-package', description, examples: ['com.example.shop'] })

const AndroidApp = Type.Object(
  {
    packageName: androidPackage('Package name of the app.'),
    fingerprints: Type.Array(Type.String({ format: 'certificate-fingerprint' }), {
      minItems: 1,
      maxItems: 20,
      description:
        'SHA-256 fingerprints of the certificates that the app is signed with: of the Play Console, App integrity, and of your own builds.',
    }),
  },
  { title: 'AndroidApp', description: 'An Android app that share links open in.' },
)

export const Apps = Type.Object(
  {
    appleAppIds: Type.Optional(
      Type.Array(Type.String({ format: 'apple-app-id' }), {
        maxItems: 10,
        description: 'Identifiers of the iPhone and iPad apps that share links open in: team and bundle.',
        examples: [['ABCDE12345.com.example.shop']],
      }),
    ),
    androidApps: Type.Optional(
      Type.Array(AndroidApp, { maxItems: 10, description: 'Android apps that share links open in.' }),
    ),
    playStorePackage: Type.Optional(
      nullable(
        androidPackage(
          'The app that people on Android are led to in the Play Store, with the code as its install referrer; null for the landing page.',
        ),
      ),
    ),
  },
  {
    title: 'Apps',
    description: 'Apps of the merchant. Share links of a custom domain open in those that are installed.',
  },
)
export type Apps = ShapeOf<typeof Apps>

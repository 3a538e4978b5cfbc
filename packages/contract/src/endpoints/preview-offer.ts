import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { pageLocale } from '../identification.ts'
import { ProgramSettings } from '../program.ts'
import { nullable } from '../values.ts'
import { exampleWelcome, Welcome } from '../welcome.ts'

const LinkCard = Type.Object(
  {
    locale: Type.String({ description: 'Language of the card.' }),
    title: Type.String({ description: 'The title.' }),
    description: Type.String({ description: 'The text below the title.' }),
    siteName: Type.String({ description: 'The name of the site.' }),
    imageUrl: nullable(Type.String({ description: 'Address of the picture; null for a card without one.' })),
    imageAlt: nullable(Type.String({ description: 'What the picture shows.' })),
    isLarge: Type.Boolean({ description: 'Whether the picture is above the text; a logo is beside it.' }),
  },
  { title: 'LinkCard', description: 'What messengers and networks show of a share link.' },
)

const PreviewedPage = Type.Object(
  {
    signIn: Type.String({ description: 'The page before sign-in, as HTML.' }),
    home: Type.String({ description: 'The page of a made-up referrer without scripts, as HTML.' }),
  },
  { title: 'PreviewedPage', description: 'The page for referrers.' },
)

export const previewOffer = endpoint({
  name: 'previewOffer',
  tag: 'Program',
  method: 'POST',
  path: '/program/preview',
  summary: 'Preview what friends and referrers see',
  description:
    'Returns the greeting on your pages and the card of a share link as friends would see them with these settings, for a made-up referrer, and the page for referrers. Nothing is stored.',
  scope: 'read',
  refusesUnknownFields: true,
  changesNothing: true,
  params: Type.Object({}),
  query: Type.Object({}),
  body: Type.Object(
    { program: ProgramSettings, locale: pageLocale },
    { title: 'OfferPreviewRequest', description: 'The settings, saved or not.' },
  ),
  success: {
    200: Type.Object(
      { welcome: Welcome, linkCard: LinkCard, hostedPage: PreviewedPage },
      { title: 'OfferPreview', description: 'What friends see of an offer.' },
    ),
  },
  refusals: [],
  example: {
    body: { program: { name: 'Acme rewards' }, locale: 'en' },
    answer: {
      welcome: exampleWelcome,
      linkCard: {
        locale: 'en',
        title: 'A gift for you: 10% off for 12 months',
        description: 'Bob T. sent you this link. Open it to see the offer.',
        siteName: 'Acme rewards',
        imageUrl: 'https://www.example.com/share-1200x630.png',
        imageAlt: 'Our red bicycle',
        isLarge: true,
      },
      hostedPage: { signIn: '<!doctype html>…', home: '<!doctype html>…' },
    },
  },
})

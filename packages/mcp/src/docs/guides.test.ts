import { expect, test } from 'vitest'
import { openGuides, passagesOf } from './guides.ts'

const guides = openGuides()

test.for([
  ['verify webhook signature', 'webhooks'],
  ['share link preview picture', 'share-links'],
  ['Safari cookies seven days', 'reference/cookies'],
  ['verifi webhok signatur', 'webhooks'],
] as const)('a search for "%s" finds the guide %s', ([query, guide]) => {
  expect(guides.search(query, 5).map((it) => it.guide)).toContain(guide)
})

test('a search finds no more sections than were asked for, and none for nonsense', () => {
  expect(guides.search('referral', 2)).toHaveLength(2)
  expect(guides.search('qqxyzzy', 5)).toEqual([])
})

test('a guide is split at its headings, and not at comments within code', () => {
  const markdown = '# Title\n\nIntro.\n\n## Steps\n\n```sh\n# a comment\nnpm start\n```\n'
  expect(passagesOf('start', markdown)).toEqual([
    { guide: 'start', heading: 'Title', text: 'Intro.' },
    { guide: 'start', heading: 'Steps', text: '```sh\n# a comment\nnpm start\n```' },
  ])
})

import { expect, test } from 'vitest'
import type { DemoRewards } from '../../administration/demo/demo-rewards.ts'
import type { Demo } from '../../administration/demo/ensure-demo.ts'
import { greeting } from './greeting.ts'

test('a start without a demo says where it is and how to make a tenant', () => {
  const lines = greeting({
    baseUrl: 'https://refer.example.com',
    location: null,
    logFile: null,
    notices: [],
    demo: null,
    shop: null,
    gateway: null,
    hasSampleYear: false,
    portal: { welcome: 'https://refer.example.com/portal/welcome?token=T', demo: null },
  })
  expect(lines.join('\n')).toContain('ready at https://refer.example.com\n')
  expect(lines.join('\n')).toContain('https://refer.example.com/docs')
  expect(lines).toContain('  https://refer.example.com/portal/welcome?token=T')
  expect(lines.join('\n')).toContain('tenant create acme')
})

const tenant = (alias: string) => ({
  alias,
  apiKey: `key of ${alias}`,
  signingKey: `signing key of ${alias}`,
})
const ada = { accountId: 'acct_ada', userId: 'user_ada', name: 'Ada', code: 'ADACODE' }
const users = { referrers: [ada], friend: { ...ada, name: 'Carol' }, referralId: null }

const demoGreeting = (rewards: DemoRewards | null) =>
  greeting({
    baseUrl: 'http://127.0.0.1:4000',
    location: '/data',
    logFile: '/data/goodword.log',
    notices: ['The example shop could not start.'],
    demo: {
      live: { ...tenant('demo'), users },
      test: { ...tenant('test_demo'), users },
    } as unknown as Demo,
    shop: { url: 'http://127.0.0.1:4100', rewards },
    gateway: { url: 'http://127.0.0.1:3001', testCard: '4242 4242 4242 4242', isKept: false },
    hasSampleYear: true,
    portal: { welcome: null, demo: 'http://127.0.0.1:4000/portal/enter?token=T' },
  }).join('\n')

test.each([
  ['percentage', 'by a month and a day: Ann’s next bill has 10 % off too.'],
  ['queue', 'twice by a month and a day: Ann’s next two bills are free'],
  ['share', 'by a month and a day: 20 % of what the friend paid is off Ann’s next bill.'],
  [null, 'by a month and a day: what your program gives Ann is off her next bill'],
] as const)('the tour promises the bills of rewards %s', (rewards, bills) => {
  const text = demoGreeting(rewards)
  expect(text).toContain(`and move the clock ${bills}`)
  expect(text.includes('a second friend')).toBe(rewards === 'queue')
})

test('the tour of a demo ends in the portal, with a link, how long it lives and how to get another', () => {
  const text = demoGreeting('percentage')
  expect(text).toMatch(
    /\n {2}5\. Open the portal [^\n]+\n {5}http:\S+enter\?token=T\n {5}[^\n]+once, within a day[^\n]+demo link\n/,
  )
  expect(text).toContain('/data/goodword.log (npm start -- --verbose')
  expect(text).toContain('so they are dated next year. Begin when the last line says that they are complete.')
  expect(text).toContain(
    'start the trial again. A friend who had a reward before needs another e-mail address',
  )
  expect(text).toContain('\nNote: The example shop could not start.')
})

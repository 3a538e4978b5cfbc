import { expect, test } from 'vitest'
import { screenVisit } from './share-link-screening.ts'

const chrome =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

const clicks: readonly [who: string, userAgent: string][] = [
  ['Chrome', chrome],
  ['Firefox', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'Safari on a telephone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ],
  [
    'the browser in Instagram',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.29.109',
  ],
  [
    'a telephone by Cubot',
    'Mozilla/5.0 (Linux; Android 11; CUBOT X50) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  ],
  ['an old Opera', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.18'],
  ['an old Internet Explorer', 'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)'],
]

test.each(clicks)('%s clicks', (_, userAgent) => {
  expect(screenVisit('GET', { 'user-agent': userAgent })).toBeNull()
  expect(
    screenVisit('GET', {
      'user-agent': userAgent,
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
    }),
  ).toBeNull()
})

const bots = [
  '',
  'curl/8.5.0',
  'python-requests/2.32',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  chrome.replace('Chrome', 'HeadlessChrome'),
]

test.each(bots)('a machine that calls itself "%s" does not', (userAgent) => {
  expect(screenVisit('GET', { 'user-agent': userAgent })).toBe('bot')
})

test.each([
  ['HEAD', {}, 'head'],
  ['GET', { 'sec-purpose': 'prefetch;prerender' }, 'prefetch'],
  ['GET', { purpose: 'prefetch' }, 'prefetch'],
  ['GET', { 'x-purpose': 'preview' }, 'prefetch'],
  ['GET', { 'x-moz': 'prefetch' }, 'prefetch'],
  ['GET', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }, 'not a page'],
  ['GET', { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }, 'not a page'],
  ['GET', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }, 'not a page'],
  ['GET', { 'sec-fetch-mode': 'no-cors' }, 'not a page'],
])('a browser that sends %s with %j has not been clicked in', (method, headers, reason) => {
  expect(screenVisit(method, { 'user-agent': chrome, ...headers })).toBe(reason)
})

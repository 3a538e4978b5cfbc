import { expect, test } from 'vitest'
import { isCrawler, screenVisit } from './share-link-screening.ts'

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
  [
    'the browser in Facebook',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBDV/iPhone12,1;FBMD/iPhone;FBSN/iOS]',
  ],
  [
    'the browser in Line',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.0.0',
  ],
  [
    'the browser in Pinterest',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]',
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

/** Programs that follow links and draw no previews. */
const followers = [
  '',
  'curl/8.5.0',
  'python-requests/2.32',
  'node',
  'okhttp/4.12.0',
  'Shop/7 CFNetwork/1568.100.1 Darwin/24.0.0',
  chrome.replace('Chrome', 'HeadlessChrome'),
  `${chrome} SafeLinks`,
  'Mozilla/5.0 (compatible) Mimecast',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
]

const crawlers = [
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
  // A Mac or a telephone that draws the preview of a message before it is sent.
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'facebookexternalhit',
  'facebookexternalhit/1.1;line-poker/1.0',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Slack-ImgProxy 0.19 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/)',
  'Viber/13.3.0.29 CFNetwork/1197 Darwin/20.0.0',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)) Chrome/56.0.2924.87 Safari/537.36',
]

test.each([...followers, ...crawlers])('a machine that calls itself "%s" does not click', (userAgent) => {
  expect(screenVisit('GET', { 'user-agent': userAgent })).toBe('bot')
})

test.each(crawlers)('the crawler "%s" gets the preview of a link', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(true)
})

test.each(followers)('the program "%s" is led where a link leads', (userAgent) => {
  expect(isCrawler(userAgent)).toBe(false)
})

test.each(clicks)('%s is led where a link leads', (_, userAgent) => {
  expect(isCrawler(userAgent)).toBe(false)
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

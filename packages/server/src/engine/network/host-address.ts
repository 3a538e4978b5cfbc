import { type Parser, webAddress } from '../foundation/setting.ts'

/** The address of a service that has a host of its own: its pages name each other by whole paths. */
export const hostAddress: Parser<string> = (text) => {
  const parsed = webAddress(text)
  if ('problem' in parsed) return parsed
  const { origin, pathname } = new URL(parsed.value)
  return pathname === '/'
    ? parsed
    : {
        problem: `has the path ${pathname}, and the service needs a host name of its own, such as https://refer.example.com: its pages would be looked for at ${origin}/portal. Give it a subdomain, and have the proxy pass all paths of that`,
      }
}

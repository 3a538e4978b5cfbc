import { BlockList, isIP } from 'node:net'
import { parseHostName } from '@goodword/domain/hosts/host-name'

/** The value of a setting's text, or the problem with the text. */
export type Parsed<Value> = { readonly value: Value } | { readonly problem: string }
export type Parser<Value> = (text: string) => Parsed<Value>

export function oneOf<const Value extends string>(...choices: readonly Value[]): Parser<Value> {
  return (text) => {
    const value = choices.find((choice) => choice === text)
    return value === undefined ? wrong(text, choices.join(', ')) : { value }
  }
}

export const onOrOff: Parser<boolean> = (text) => {
  const choice = oneOf('on', 'off')(text)
  return 'problem' in choice ? choice : { value: choice.value === 'on' }
}

/** A whole number within these bounds, in plain digits. */
export function wholeNumber(least: number, most: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most
      ? { value }
      : wrong(text, `a whole number from ${least} to ${most}`)
  }
}

/** 0 is any free port. */
export const portNumber: Parser<number> = (text) => {
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  return value <= 65_535 ? { value } : wrong(text, 'a port number from 0 (any that is free) to 65535')
}

export const hostName: Parser<string> = (text) =>
  isIP(text) !== 0 || HOST_NAME.test(text)
    ? { value: text }
    : wrong(text, 'an address or name of this machine, such as 127.0.0.1, 0.0.0.0 or ::')

/** Answered without a slash at its end. */
export const webAddress: Parser<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  if (!isPlain) {
    const accepted = 'an http or https address such as https://refer.example.com'
    // There may be a password before the @.
    return text.includes('@') ? { problem: `is not ${accepted}` } : wrong(text, accepted)
  }
  return { value: url.href.replace(/\/+$/, '') }
}

/** Reads an address that holds a password: its error does not repeat the value. */
export function secretAddress(protocols: readonly string[], example: string): Parser<string> {
  return (text) =>
    URL.canParse(text) && protocols.includes(new URL(text).protocol)
      ? { value: text }
      : { problem: `is not an address such as ${example}` }
}

/** Addresses and networks, separated by commas. */
export const networks = listOf(
  isNetwork,
  'a list of networks separated by commas, such as 10.0.0.0/8,fd00::/8',
)

/** Host names in lower case, separated by commas; `*.` before one stands for all names below it. */
export const hostPatterns = listOf(
  (each) => parseHostName(each.replace(/^[*][.]/, '')) !== null,
  'a list of host names in lower case separated by commas, such as www.example.com,*.shops.example.com',
)

/** Addresses of name servers, separated by commas; each with a port that is not 53. */
export const nameServerAddresses = listOf(
  isNameServer,
  'a list of addresses of name servers separated by commas, such as 10.0.0.2,10.0.0.3:5353,[fd00::2]:5353',
)

function listOf(isValid: (each: string) => boolean, accepted: string): Parser<readonly string[]> {
  return (text) => {
    const value = text
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
    const strange = value.find((each) => !isValid(each))
    return strange === undefined ? { value } : wrong(strange, accepted)
  }
}

export const secretToken: Parser<string> = (text) =>
  /^[\x21-\x7e]{16,256}$/.test(text)
    ? { value: text }
    : { problem: 'is not 16 to 256 visible ASCII characters without blanks' }

const HOST_NAME = /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/
const SHOWN_LENGTH = 60

function isNameServer(text: string): boolean {
  if (isIP(text) !== 0) return true
  const { address = '', port = '' } =
    /^\[?(?<address>[0-9a-f:.]+?)\]?:(?<port>\d{1,5})$/i.exec(text)?.groups ?? {}
  const isWritten = isIP(address) === (text.startsWith('[') ? 6 : 4)
  return isWritten && Number(port) > 0 && Number(port) <= 65_535
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  if (prefix === undefined) return true
  if (!/^\d{1,3}$/.test(prefix)) return false
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
    return true
  } catch {
    return false
  }
}

function wrong(text: string, accepted: string): { readonly problem: string } {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text
  return { problem: `is ${JSON.stringify(shown)}, and accepted is ${accepted}` }
}

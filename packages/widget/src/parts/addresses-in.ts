/** No address is as long; the service takes no longer text for one. */
const MAX_ADDRESS = 600

/** The different addresses of a list as people write it, or paste it from an e-mail: `Carol Doe <carol@example.com>`. */
export function addressesIn(text: string): readonly string[] {
  const addresses = text.replaceAll(/[^,;\n<]{0,300}<([^<>]{0,600})>/g, '$1,').split(/[\s,;،、]+/)
  return [...new Set(addresses.filter((it) => it !== '').map((it) => it.slice(0, MAX_ADDRESS)))]
}

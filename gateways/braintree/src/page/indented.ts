/** XML of the gateway's own with each element on a line of its own, deeper ones further in. */
export function indented(xml: string): string {
  let depth = 0
  const lines = xml.replace(/>\s*</g, '>\n<').trim().split('\n')
  return lines
    .map((line) => {
      if (line.startsWith('</')) depth -= 1
      const text = `${'  '.repeat(Math.max(0, depth))}${line}`
      const opens = /^<[^/?!]/.test(line) && !line.endsWith('/>') && !line.includes('</')
      if (opens) depth += 1
      return text
    })
    .join('\n')
}

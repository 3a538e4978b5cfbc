import { allEndpoints } from '@goodword/contract/all-endpoints'
import {
  callsIn,
  fencedBlock,
  sampleLanguages,
  sampleOf,
} from '@goodword/contract/frame/openapi/call-samples'

const labels = { ts: 'TypeScript', py: 'Python', php: 'PHP', rb: 'Ruby' } as const

/** Shows each block that is one call of the API by curl as tabs, with the clients of other languages beside it. */
export function withTabs(markdown: string): string {
  const calls = [...callsIn(markdown, allEndpoints)]
  return markdown.replaceAll(fencedBlock, (block, language: string, command: string) => {
    const call = language === 'sh' ? (calls.shift() ?? null) : null
    if (call === null) return block
    const tabs = sampleLanguages.map((it) => `\`\`\`${it} [${labels[it]}]\n${sampleOf(call, it)}\n\`\`\``)
    return `::: code-group\n\n\`\`\`sh [curl]\n${command}\n\`\`\`\n\n${tabs.join('\n\n')}\n\n:::`
  })
}

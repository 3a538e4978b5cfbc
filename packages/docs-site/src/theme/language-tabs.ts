const NAME = 'goodword-docs-language'

/** Chooses the language of the reader in all tabs, after one of them is chosen. */
export function rememberLanguage(): void {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return
    const before = target.getBoundingClientRect().top
    localStorage.setItem(NAME, labelOf(target))
    showLanguage()
    // Other tabs above have another height now.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
  })
}

/** Shows the language that the reader chose last. */
export function showLanguage(): void {
  const language = localStorage.getItem(NAME)
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll<HTMLInputElement>('.tabs input')]
    const index = inputs.findIndex((it) => labelOf(it) === language)
    const input = inputs[index]
    if (input === undefined) continue
    input.checked = true
    for (const [at, block] of [...(group.querySelector('.blocks')?.children ?? [])].entries()) {
      block.classList.toggle('active', at === index)
    }
  }
}

function labelOf(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent?.trim() ?? ''
}

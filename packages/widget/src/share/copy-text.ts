/**
 * Copies the text of a field. Returns false if the embedding page does not allow access to the clipboard: the text is
 * then selected, so that it can be copied by hand.
 */
export async function copyText(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    // Refused to frames without leave, and unknown outside of secure pages.
    field.focus()
    field.select()
    // Deprecated, and still what works in such a frame.
    return document.execCommand('copy')
  }
}

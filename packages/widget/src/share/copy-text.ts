/**
 * Copies the text of a field. Answers false where the page around us lets nobody write to the clipboard: the text is
 * selected then, and its reader can copy it by hand.
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

type Closable = { readonly close: () => Promise<void> }

/**
 * Opens now a resource that is needed later. It is closed at the end, also when nothing has waited for it; a failure is seen by
 * what waits.
 */
export function startEarly<Opened extends Closable | null>(
  opening: Promise<Opened>,
  closeLater: (close: () => Promise<void>) => void,
): Promise<Opened> {
  // It may fail before anything waits for it.
  opening.catch(() => undefined)
  closeLater(async () => {
    const opened = await opening.catch(() => null)
    await opened?.close()
  })
  return opening
}

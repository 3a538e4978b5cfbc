/** Whether a word is another one with a letter too many, missing or wrong, or two of them in the wrong order. */
export function isMistyped(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1 || word.length < 4) return false
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const [left, right] = [typed.slice(same), word.slice(same)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}

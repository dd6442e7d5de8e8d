/** Patches of what is done once, when ELK lays out its first graph. */

export const START_PATCHES = [
  {
    name: "the model of models",
    why: "ELK's graphs have a model, and so has the model. That one was annotated and finished for editors; nobody asks it anything here.",
    published:
      "  $createExtendedMetaDataAnnotations(($clinit_EcorePackage() , eINSTANCE_2));\n  $createEcoreAnnotations(eINSTANCE_2);\n  $freeze_0(eINSTANCE_2);\n",
    ours: "  $clinit_EcorePackage();\n",
  },
];

"""A model that repeats what it is told."""

import triton_python_backend_utils as backend


class TritonPythonModel:
    def execute(self, requests):
        answers = []
        for request in requests:
            said = backend.get_input_tensor_by_name(request, "text_input").as_numpy()
            answers.append(backend.InferenceResponse([backend.Tensor("text_output", said)]))
        return answers
